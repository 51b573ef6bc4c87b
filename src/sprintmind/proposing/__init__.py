"""A language model proposes what a text claims, and our own checks decide; to check another kind, add it to `checks`.

`asking` lets the model propose; `places` finds where its quotes stand; `checks` lets a proposal pass only where the
sentence itself holds it; `doubts` lets it take away only where the sentence holds a word of doubt; `judging` puts what
passes beside what the rules read. All but `asking` are pure, and run again whenever the text is read again.
"""
