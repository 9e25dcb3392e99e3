/* tree.re -- the words of tree programs: brackets, numbers, names.
 *
 * Blanks separate, `;` begins a comment that ends with the line. Whether a name
 * is known is the vocabulary's affair.
 */
#include "program/tree/tree_lex.h"

#define EMIT(kind) return (Token){ kind, (size_t)(start - text), \
                                   (size_t)(cursor - start) }

Token lex_tree(const Source *src, size_t at) {
    const unsigned char *const text = (const unsigned char *)src->text;
    const unsigned char *cursor = text + at, *const limit = text + src->len;
    const unsigned char *marker;
    for (;;) {
        const unsigned char *start = cursor;
    /*!re2c
        re2c:api:style = free-form;
        re2c:define:YYCTYPE = "unsigned char";
        re2c:define:YYCURSOR = cursor;
        re2c:define:YYMARKER = marker;
        re2c:define:YYLIMIT = limit;
        re2c:yyfill:enable = 0;
        re2c:eof = 0;

        blank  = [ \t\r\n\v\f]+;
        number = [-+]? [0-9]+ ("." [0-9]+)? ([eE] [-+]? [0-9]+)?;
        letter = [A-Za-z_] | [-+*/%<>=!?&|^~.@#$];
        name   = letter (letter | [0-9])*;

        *               { EMIT(TOK_BAD); }
        $               { EMIT(TOK_END); }
        blank           { continue; }
        ";" [^\n\x00]*  { continue; }
        "("             { EMIT(TOK_OPEN); }
        ")"             { EMIT(TOK_CLOSE); }
        number          { EMIT(TOK_NUMBER); }
        name            { EMIT(TOK_NAME); }
    */
    }
}
