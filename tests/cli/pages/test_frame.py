"""The frame of pages: what is filled in stays text, and nothing runs but the page's own script."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from hypothesis import given
from hypothesis import strategies as st

from solit.cli.pages.frame import Markup, asset, fill, join, json_block, markup, page, table


def test_what_is_no_markup_is_escaped() -> None:
    evil = "<script>alert('1')</script>\"&$title"
    text = page(evil, join([evil, table(("a", evil), [(evil, Markup("<b>bold</b>"))], (0,))]))
    assert "<script" not in text and "<b>bold</b>" in text
    assert text.count("&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&quot;&amp;$title") == 4
    assert markup(Markup("<i>")) == "<i>"


def test_templates_are_filled_once() -> None:
    """What is filled in is no template itself."""
    text = fill("frame.html", title="$policy ${style}", policy="", style="", body=Markup("$title"))
    assert "<title>$policy ${style}</title>" in text and "$title" in text


def test_the_policy_names_the_styles_and_the_script_of_the_page() -> None:
    script = Markup("let x = 1;")
    text = page("t", Markup(f"<script>{script}</script>"), [Markup("p { color: red; }")], script)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)
    style = re.search(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    assert policy and style

    def digest(given: str) -> str:
        return f"'sha256-{b64encode(sha256(given.encode()).digest()).decode()}'"

    assert f"style-src {digest(style[1])};" in policy[1]
    assert f"script-src {digest(script)};" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert "script-src 'none'" in page("t", Markup(""))


texts = st.text() | st.sampled_from(["</script>", "<!--", "-->", "<script>", "]]>", "\u2028", "&lt;"])


@given(st.recursive(texts | st.integers(-(2**53), 2**53), lambda more: st.lists(more) | st.dictionaries(texts, more)))
def test_json_in_a_page_is_the_same_value_and_ends_nothing(value: object) -> None:
    text = json_block(value)
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == value


def test_no_page_loads_anything() -> None:
    names = [path.name for path in files("solit.cli.pages").iterdir() if path.name.endswith((".html", ".css", ".js"))]
    assert len(names) > 5
    for name in names:
        text = asset(name)
        assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text), name
        assert "innerHTML" not in text and "eval(" not in text
        assert "</script" not in text or name == "replay.html"
