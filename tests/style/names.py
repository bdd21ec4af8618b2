# SPDX-License-Identifier: MIT
"""A function declared in a public header says in its first word where it belongs: the first word of
the header's name, of its folder's name, or of a type that the header defines (hub_line.h: hub_...;
position.h: position_..., and board_... because it defines the type Board)."""

import re

import source_tree

COMMENT_OR_STRING = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
INNERMOST_BRACES = re.compile(r"\{[^{}]*\}")
CALLED = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
TYPE_AFTER_BRACES = re.compile(r";\s*(\w+)\s*$")
NOT_FUNCTIONS = ("__attribute__", "static_assert", "_Static_assert", "_Alignas", "sizeof")
NAMED_BY_OTHERS = ("LLVMFuzzerTestOneInput",)


def to_snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def split_declarations(text):
    """The declarations of a header outside all braces; a pair of braces becomes `{}`."""
    text = DIRECTIVE.sub("", COMMENT_OR_STRING.sub(" ", text))
    body = "\0"
    while INNERMOST_BRACES.search(text):
        text = INNERMOST_BRACES.sub(body, text)
    # A function body ends a declaration by itself, a type's braces go on to the semicolon.
    text = re.sub(r"\)\s*" + body, ");", text)
    return [declaration.strip() for declaration in text.split(";") if declaration.strip()]


def find_types(declarations):
    types = set()
    for declaration in declarations:
        if declaration.startswith("typedef"):
            pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)", declaration)
            function = re.search(r"\b(\w+)\s*\([^()]*\)\s*$", declaration)
            last = re.search(r"(\w+)\s*(\[[^]]*\])?\s*$", declaration)
            name = pointer or function or last
            types.add(name.group(1))
        tag = re.match(r"(?:typedef\s+)?(?:struct|union|enum)\s+(\w+)", declaration)
        if tag:
            types.add(tag.group(1))
    return types


def find_functions(declarations):
    names = []
    for declaration in declarations:
        if declaration.startswith(("typedef", "extern")) or "=" in declaration:
            continue
        called = [name for name in CALLED.findall(declaration) if name not in NOT_FUNCTIONS]
        if called and not declaration.startswith(NOT_FUNCTIONS):
            names.append(called[0])
    return names


def get_first_word(name):
    return to_snake_case(name).split("_")[0]


def check_header(path, text):
    *folders, name = path.removesuffix(".h").split("/")
    declarations = split_declarations(text)
    words = {get_first_word(part) for part in folders[-1:] + [name]}
    words |= {get_first_word(type_name) for type_name in find_types(declarations)}
    return [
        f"{path}: the first word of {function} is none of {', '.join(sorted(words))}"
        for function in find_functions(declarations)
        if function not in NAMED_BY_OTHERS and get_first_word(function) not in words
    ]


def check(root):
    findings = []
    for path in source_tree.list_files(root, ".h"):
        if not source_tree.is_private(root, path):
            findings += check_header(path, source_tree.read_text(root, path))
    return findings


CLEAN = {
    "engine/board/position.h": """/* int comment(void); */
#define MACRO(x) other(x)
typedef struct {
    int men[COUNT(2)];
} Board;
typedef enum { A, B } PieceColor;
typedef void WalkFunction(int at);
struct Rules;
static_assert(sizeof(Board) == 8, "text(");
static inline int board_count(const Board *board) {
    if (board) { return count(board); }
    return 0;
}
int position_make(int move) __attribute__((nonnull(1)));
char *piece_color_name(void (*call)(int), PieceColor color);
extern const int geometry_table[size(3)];
int rules_get(int id);
""",
    "engine/board/steps_internal.h": "int take(int a);\n",
}
PLANTED = {
    "engine/board/move.h": "int position_make(int move);\n",
    "engine/board/moves.h": "static inline int movesgen(int a) {\n    return a;\n}\n",
}

if __name__ == "__main__":
    source_tree.run(check, CLEAN, PLANTED)
