"""The syntax of code: which names it has, and what counts as a change of it."""

import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from verify.syntax import SYNTAX_CAP, Syntax, Unreadable, languages, read_syntax

NAMES = {
    "a.py": (
        "X: int = 1\nA, B = C = 1, 2\ntype Y = int\nfrom m import n as o, p\nif X:\n    def f():\n        local = 1\n"
        "        def g(): ...\n        class K:\n            attr = 1\nclass T:\n    attr = 1\n    @property\n"
        "    def m(self): ...\n    async def n(self): ...\n",
        "X A B C Y o p f f.g f.K f.K.attr T T.attr T.m T.n",
    ),
    "a.js": (
        "export default function () {}\nfunction f() { const g = () => 1; const x = 1; function h() {} }\n"
        "class K { static s = 1; #p() {} get q() { return 1 } }\nconst o = { m() {}, 'k': 1 }, [d] = [1];\n"
        "K.prototype.r = function () {};\nmodule.exports.e = 1;\nmodule.exports = { n() {} };\ncall({ hidden: 1 });\n"
        "export { f as F, z } from './z';\n",
        "default f f.g f.h K K.s K.#p K.q o o.m o.k d K.r e n F z",
    ),
    "a.ts": (
        "export interface I { a: string; f(): void }\ntype T = { a: string };\nenum E { A = 1, B }\n"
        "export abstract class C { private x = 1; abstract m(): void }\ndeclare function f(a: { b: string }): void;\n"
        "namespace N { export const q = 1 }\n",
        "I I.a I.f T T.a E E.A E.B C C.x C.m f N N.q",
    ),
    "a.tsx": ("export const V = () => <p title='x'>text</p>;\n", "V"),
    "a.go": (
        "package p\nconst (\n A = iota\n B, C\n)\nvar v int\ntype S[T any] struct { F, G int }\n"
        "type I interface { M() }\n"
        "type L = S\nfunc (s *S[T]) Do() { x := 1; var y int }\nfunc (S[T]) Be() {}\nfunc F() {}\n",
        "A B C v S S.F S.G I I.M L S.Do S.Be F",
    ),
    "a.rs": (
        "#[derive(Debug)]\nstruct P<T> { a: T }\nenum E { A }\nunion U { b: i32 }\n"
        "impl<T> Tr for crate::P<T> { fn m(&self) {} }\n"
        "trait Tr { fn m(&self); type O; }\nmod x { pub fn y() { fn z() {} } }\nmacro_rules! mm { () => {} }\n"
        "static S: i32 = 1;\nconst K: i32 = 1;\ntype L = i32;\n",
        "P P.a E E.A U U.b P.m Tr Tr.m Tr.O x x.y x.y.z mm S K L",
    ),
    "a.java": (
        "@A class C<T> { int a = 1, b; C() {} void m() { int local; } enum E { V; } "
        "record R(int x) {} @interface N { int v(); } }\n"
        "interface I { int K = 1; void q(); }\n",
        "C C.a C.b C.C C.m C.E C.E.V C.R C.R.x C.N C.N.v I I.K I.q",
    ),
    "a.c": (
        "#define X 1\n#define F(a) (a)\n#ifdef Z\nstatic int *f(int a) { int local = 1; return 0; }\n#endif\n"
        "int g(void);\n"
        "int a = 1, *b, c[3], (*fp)(int);\nstruct S { int m; };\n"
        "typedef struct N { int x; } T;\nenum E { V };\nstruct S *use;\n",
        "X F f g a b c fp S S.m N N.x T T.x E V E.V use",
    ),
    "a.sh": (
        "readonly A=1\nB=2\nexport C=3\nD=4 run\nfunction f { local z=1; g() { :; }; }\n",
        "A B C f f.g",
    ),
}
MORE_NAMES = {
    "a.py": (
        "[a, (b, *c)] = x\nwith f() as d, g() as (e, h): pass\nfor i in x: pass\nif (j := 1): pass\nP.k = 3\n"
        "class T:\n    def m(self):\n        self.r, y = 1, 2\n        def n():\n            self.s: int = 1\n"
        "def o(self):\n    self.no = 1\n    other.no = 1\n    for no in x: pass\n",
        "a b c d e h i j P.k T T.m T.m.n T.r T.s o",
    ),
    "a.js": (
        "export const { a, b: c, d = 1, ...e } = f, [g, [h]] = i;\nmodule.exports = { j, k };\n"
        "export default { methods: { l() {} } };\nexport * as m from 'n';\nwindow.App = { o() {} };\n"
        "const p = freeze({ q: 1 });\nclass K { constructor() { this.r = 1; other.no = 1 } }\n",
        "a c d e g h j k m p p.q K K.constructor K.r window.App window.App.o App App.o o "
        "default default.methods default.methods.l methods methods.l l",
    ),
    "a.ts": (
        "class A { constructor(private a: number, readonly b?: string, no: number) {} }\n"
        "type T = { c: string } & Readonly<{ d: string }>;\ndeclare module 'no' { interface I { e: string } }\n"
        "declare global { interface W {} }\nconst o = { f: 1 } as const;\nconst p = { g: 1 } satisfies T;\n",
        "A A.constructor A.a A.b T T.c T.d I I.e W o o.f p p.g",
    ),
    "a.rs": (
        "lazy_static! { static ref A: X = X::y(1); pub static ref B: Y = { 2 }; }\nthread_local!(static C: u32 = 1);\n"
        "bitflags! { pub struct D: u32 { const E = 1; const F=2; } }\nimpl Tr for &'a mut p::G<T> { fn a(&self) {} }\n"
        "impl dyn H + Send { fn b(&self) {} }\npub use no::no as i;\npub use no::j;\n",
        "A B C D D.E D.F G.a H.b i j",
    ),
    "a.java": ("record R(int a, String... b) { R { } }\n", "R R.a R.b R.R"),
    "a.c": (
        "LIST_HEAD(a);\nstatic DEFINE_LOCK(b);\ntypedef unsigned char uint8_t;\n"
        "struct S { int c, *d; struct { int e; } f; };\ntypedef struct { int g; } *T;\nstatic enum E { H } i;\n"
        "void j(void) { run(no); }\n",
        "a b uint8_t S S.c S.d S.f S.f.e T T.g g E E.H H i i.H j",
    ),
    "a.sh": (
        "if x; then A=1; else B=2; fi\nx || C=3\nx && D=4\nE=5 F=6\nfor G in 1; do H=1; done\n"
        "while x; do I=1; done\ncase $x in no) J=1 ;; esac\ndeclare -A K\nL[0]=1\nno=1 run\n",
        "A B C D E F G H I J K L",
    ),
}
SAME = {
    "a.py": ("f(a, 'x')\nx = (a + b)\n", 'f(\n    a,  # first\n    "x",\n)\n\nx = a + \\\n    b\n'),
    "b.py": ("from m import a, b\n", "from m import (\n    a,\n    b,\n)\n"),
    "d.py": ("for a, b in c: return a, 0xFF, rF'\\n'", 'for (a, b,) in c:\n    return (a, 0xff, Fr"\\n")'),
    "e.py": ("x = '''a'b'''", 'x = """a\'b"""'),
    "c.py": ("x = 1\r\ny = 2\r\n", "x = 1; y = 2"),
    "a.js": (
        "const f = () => { return g('x', [1]) }",
        'const f = () => {\n  return g("x", [\n    1,\n  ]); // on\n};\n',
    ),
    "a.ts": ("interface I { a: string, b: string }", "interface I {\n  a: string;\n  b: string;\n}"),
    "a.tsx": ("const V = <p>a {b} c</p>;", "const V = (\n  <p>\n    a {b} c\n  </p>\n);"),
    "b.tsx": ("const V = <p>\n  a {b}\n</p>;", "const V = <p>\n  {/* on */}\n  a {b}\n  {/* off\n  */}\n</p>;"),
    "b.ts": ("type T = 'a' | 'b' | C; type U = A & B", "type T =\n  | 'a'\n  | 'b'\n  | C\ntype U = & A & B"),
    "c.ts": ("let x: A", "let x: | A"),
    "b.sh": ("cat <<E | f\n\ta $x\nE\n", "cat  <<E |  f # on\n\ta $x\nE\n"),
    "a.go": ("package p\nfunc F() { a(1); b() }\n", "package p\n\n// F\nfunc F() {\n\ta(\n\t\t1,\n\t)\n\tb()\n}\n"),
    "a.rs": ("fn f() { a(1, 2) }", "/// F\nfn f() {\n    a(\n        1,\n        2, // two\n    )\n}\n"),
    "a.java": ("class C { int[] a = {1, 2}; }", "/** C */\nclass C {\n  int[] a = {\n    1, 2, // two\n  };\n}"),
    "a.c": ("#define F(a) ((a) + 1)\nint x;\n", "#define F(a) \\\n  ((a) \\\n  + 1) // f\n/* x */ int\nx;\n"),
    "a.sh": ("f() { if a; then b -c; fi; }", "# f\nf() {\n  if a\n  then\n    b \\\n      -c\n  fi\n}\n"),
    "a.lua": ("x = 1\r\n\r\n", "x = 1   \n"),
}
DIFFERENT = {
    "a.py": ("if a:\n    b()\n    c()\n", "if a:\n    b()\nc()\n"),
    "b.py": ("x = (a + b) * c", "x = a + b * c"),
    "c.py": ("x = t[1]", "x = t[1,]"),
    "d.py": ("x = (a < b) < c", "x = a < b < c"),
    "e.py": ("def f():\n    'One.'\n", "def f():\n    'Two.'\n"),
    "f.py": ("x = 'a b'", "x = 'a  b'"),
    "h.py": ("(q,) = v", "(q) = v"),
    "i.py": ("for a, in b: c", "for a in b: c"),
    "j.py": ("x = 'a\\\\'", "x = 'a'"),
    "g.py": ("x = '''a'b'''", 'x = """a"b"""'),
    "a.js": ("x = [a,,]", "x = [a,]"),
    "b.js": ("x = (a?.b).c", "x = a?.b.c"),
    "c.js": ("for (; a;) b()", "for (;; a) b()"),
    "d.js": ("x = `a ${b} c`", "x = `a ${b}c`"),
    "a.tsx": ("x = <p>a {b}</p>", "x = <p>a{b}</p>"),
    "a.go": ("package p\nconst A = 'a'\n", "package p\nconst A = 'b'\n"),
    "a.rs": ("fn f() { a() }", "fn f() { a(); }"),
    "b.rs": ("type T = (i32,);", "type T = (i32);"),
    "a.java": ('class C { String s = "a"; }', 'class C { String s = "b"; }'),
    "a.c": ('#define U "http://a"', '#define U "http://b"'),
    "a.sh": ('echo "$a $b"', 'echo "$a$b"'),
    "b.sh": ("cat <<E\na  b\nE\n", "cat <<E\na b\nE\n"),
    "d.sh": ("cat <<E\n  a\nE\n", "cat <<E\na\nE\n"),
    "e.sh": ("cat <<E\n\n  a $x\nE\n", "cat <<E\n  a $x\nE\n"),
    "f.sh": ("cat <<'E' | f\n a\n  b\nE\n", "cat <<'E' | f\n  a\n  b\nE\n"),
    "g.sh": ("cat <<E\na $x  b\nE\n", "cat <<E\na $x b\nE\n"),
    "h.sh": ("cat <<E\n$x\n  b\nE\n", "cat <<E\n$x\nb\nE\n"),
    "b.tsx": ("x = <p>a{' '}</p>", "x = <p>a</p>"),
    "b.ts": ("type T = A | B", "type T = A & B"),
    "c.sh": ("for ((a; b;)); do c; done", "for ((; a; b)); do c; done"),
}


def syntax(path: str, code: str, *wanted: str | None) -> Syntax:
    found = read_syntax(path, code.encode(), set(wanted))
    assert isinstance(found, Syntax), found
    return found


def whole(path: str, code: str) -> str:
    return syntax(path, code, None).digests[None]


@pytest.mark.parametrize("path", NAMES)
def test_the_names_of_each_language(path: str) -> None:
    code, names = NAMES[path]
    assert syntax(path, code).names == set(names.split())


@pytest.mark.parametrize("path", MORE_NAMES)
def test_names_that_no_keyword_introduces(path: str) -> None:
    code, names = MORE_NAMES[path]
    assert syntax(path, code).names == set(names.split())


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("a.py", "globals().update(make(there))\n# gone\nx = 'gone'\n"),
        ("a.js", "f(there); // gone\nx = 'gone'\n"),
        ("a.ts", "let x: A.there = `gone`;\n"),
        ("a.go", "package p\nfunc F() { there() } // gone\n"),
        ("a.rs", 'make!(there, "gone");\n'),
        ("a.java", 'class C { int x = there("gone"); }\n'),
        ("a.c", '#define F(a) a##there\nint x = "gone";\n'),
        ("a.sh", "read there\necho 'gone' # gone\n"),
    ],
)
def test_what_stands_in_code_without_a_definition_is_not_missing(path: str, code: str) -> None:
    assert syntax(path, code, "there", "K.there", "gone").undefined == {"there", "K.there"}


def test_what_is_defined_elsewhere_is_missing_here() -> None:
    assert not syntax("a.py", "class K:\n    def f(self): ...\nK().f()\n", "f", "K.g").undefined


def test_items_of_one_macro_are_compared_each_for_itself() -> None:
    one, other = (
        syntax("a.rs", f"lazy_static! {{ static ref A: X = 1; static ref B: X = {n}; }}", "A", "B").digests
        for n in (2, 3)
    )
    assert one["A"] == other["A"] and one["B"] != other["B"]


@pytest.mark.parametrize("path", SAME)
def test_comments_and_layout_are_no_change(path: str) -> None:
    one, other = SAME[path]
    assert whole(path, one) == whole(path, other)


@pytest.mark.parametrize("path", DIFFERENT)
def test_what_says_something_else_is_a_change(path: str) -> None:
    one, other = DIFFERENT[path]
    assert whole(path, one) != whole(path, other)


@pytest.mark.parametrize(
    ("path", "start", "comment", "line"),
    [
        ("a.py", "# ", "", "    x = f(1)\n"),
        ("a.js", "// ", "", "  x = f(1);\n"),
        ("a.ts", "/* ", " */", "  x = f(1);\n"),
        ("a.go", "// ", "", "\tx = f(1)\n"),
        ("a.rs", "// ", "", "    x = f(1);\n"),
        ("a.java", "/* ", " */", "  x = f(1);\n"),
        ("a.c", "// ", "", "  x = f(1);\n"),
        ("a.sh", "# ", "", "  x=1\n"),
    ],
)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_comments_and_blank_lines_anywhere_never_change_the_digest(
    path: str, start: str, comment: str, line: str, data: st.DataObject
) -> None:
    heads = {
        **{"py": "def f():\n", "js": "function f() {\n", "ts": "function f() {\n", "go": "package p\nfunc f() {\n"},
        **{"rs": "fn f() {\n", "java": "class C { void f() {\n", "c": "int f(void) {\n", "sh": "f() {\n"},
    }
    suffix = path.partition(".")[2]
    end = {"py": "", "java": "} }\n"}.get(suffix, "}\n")
    word = st.text(st.characters(codec="ascii", categories=["L", "N", "Zs"]), max_size=9)
    filling = data.draw(
        st.lists(st.one_of(st.just("\n"), word.map(lambda w: f"    {start}{w}{comment}\n")), max_size=6)
    )
    lines = [line] * 3 + filling
    plain = heads[suffix] + line * 3 + end
    written = heads[suffix] + "".join(data.draw(st.permutations(lines))) + end
    name = "C.f" if suffix == "java" else "f"
    assert syntax(path, written, None, name).digests == syntax(path, plain, None, name).digests


def test_a_definition_has_its_decorations_and_not_its_neighbours() -> None:
    one = syntax("a.py", "@a\ndef f(): ...\nx = 1\n", "f").digests["f"]
    assert one == syntax("a.py", "y = 2\n\n@a\ndef f():\n    ...\n", "f").digests["f"]
    assert one != syntax("a.py", "@b\ndef f(): ...\n", "f").digests["f"]
    derived, plain = (syntax("a.rs", f"#[derive({name})]\nstruct S;", "S").digests for name in ("Copy", "Clone"))
    assert derived != plain


def test_symbols_of_one_name_are_told_together_in_any_order() -> None:
    one = syntax("a.java", "class C { void f() {} void f(int a) {} }", "C.f").digests
    assert one == syntax("a.java", "class C { void f(int a) {} void f() {} }", "C.f").digests
    assert one != syntax("a.java", "class C { void f() {} }", "C.f").digests


def test_an_imported_name_is_not_its_neighbours() -> None:
    one, other = (syntax("a.py", f"from m import f, {name}\n", "f", "m") for name in ("g", "h"))
    assert one.digests == other.digests and one.names == {"f", "g"}


def test_the_line_of_a_symbol() -> None:
    assert syntax("a.py", "\n@a\ndef f(): ...\n", "f").lines["f"] == 2


@pytest.mark.parametrize(
    ("path", "content", "reason"),
    [
        ("a.py", b"def f(:\n", "cannot be parsed as Python"),
        ("a.java", b"class A { int x = " + b"".join(b"a%d<" % n for n in range(9999)), "too long"),
        ("a.sh", b"".join(b"def f%d(a):\n return a<b%d>(c)\n" % (n, n) for n in range(3000)), "cannot be parsed"),
        ("a.ts", b"->=>" * 140, "cannot be parsed"),
        ("a.h", b"class A { public: int b; };", "seems to be C++"),
        ("a.js", b"x;" * SYNTAX_CAP, "KiB"),
        ("a.go", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "kept elsewhere"),
        ("a.png", b"\0GITCRYPT\0\1", "kept elsewhere"),
        ("a.java", b"a<" * 30_000, "repeats itself"),
        ("a.py", b"\\\n" * 30_000, "repeats itself"),
    ],
)
def test_what_is_not_read_is_said(path: str, content: bytes, reason: str) -> None:
    found = read_syntax(path, content, {None, "f"})
    assert isinstance(found, Unreadable) and reason in found.reason


def test_deep_nesting_is_no_crash() -> None:
    code = "x = " + "".join(f"[{n}, " for n in range(6000)) + "]" * 6000
    assert whole("a.py", code) != whole("a.py", code.replace("5999", "0"))


@given(content=st.binary(max_size=300), path=st.sampled_from(sorted(NAMES)))
@settings(max_examples=150, deadline=None)
def test_any_bytes_are_read_or_refused(content: bytes, path: str) -> None:
    assert isinstance(read_syntax(path, content, {None, "f"}), Syntax | Unreadable)


def test_a_grammar_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    languages.parser.cache_clear()
    monkeypatch.setitem(sys.modules, "tree_sitter_go", None)
    found = read_syntax("a.go", b"package p\n", {"F"})
    assert isinstance(found, Unreadable) and "tree_sitter_go" in found.reason
    assert isinstance(read_syntax("a.rs", b"fn f() {}", {"f"}), Syntax)
    languages.parser.cache_clear()
