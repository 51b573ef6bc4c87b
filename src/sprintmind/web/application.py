"""The application put together: pages, API, webhooks, health, and what stands before them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI
from starlette.middleware import Middleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware

from sprintmind.domain.access import Scope
from sprintmind.web import api, assets, health, openid, sign_in, webhooks
from sprintmind.web.defence import Guarded, Measured
from sprintmind.web.page import pages
from sprintmind.web.problems import tell_problems
from sprintmind.web.site import Site
from sprintmind.web.visitor import allowed

LASTS = 14 * 24 * 3600  # seconds; how long a session is good for


def application(site: Site, *, hosts: list[str], secure: bool) -> FastAPI:
    """Put the application together.

    Args:
        site: The workspace that it serves.
        hosts: The names under which it may be asked; a page of another name is no page of ours.
        secure: It is reached by HTTPS, so cookies travel no other way.
    """
    app = FastAPI(
        title="SprintMind",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_running,
        middleware=[
            Middleware(Guarded, secure=secure),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False),
            Middleware(Measured),
            Middleware(
                SessionMiddleware,
                secret_key=site.key,
                session_cookie="sprintmind",
                max_age=LASTS,
                same_site="lax",
                https_only=secure,
            ),
        ],
    )
    app.state.site = site
    tell_problems(app)
    app.include_router(assets.router)
    app.include_router(health.router)
    app.include_router(webhooks.router)
    app.include_router(sign_in.router, include_in_schema=False)
    app.include_router(openid.router, include_in_schema=False)
    for router in api.routers():
        app.include_router(router)
    for found in pages():
        app.include_router(found.router, include_in_schema=False, dependencies=[allowed(Scope.READ)])
    return app


@asynccontextmanager
async def _running(app: FastAPI) -> AsyncIterator[None]:
    site: Site = app.state.site
    telling = asyncio.create_task(site.broadcast.run())
    yield
    telling.cancel()
    with suppress(asyncio.CancelledError):
        await telling
