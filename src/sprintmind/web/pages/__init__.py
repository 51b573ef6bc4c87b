"""The pages, one module per noun: each has a `PAGE` that says what it is and a `router` that answers.

A page is written by `show(request, visitor, PAGE, template=…, content=…)`; forms come as `Filled` and are answered with
`told(request, "…", back=form.back)`. Its template extends `frame.html`.
"""
