/* vector.re -- the words of a vector's text: brackets, commas, numbers. */
#include "program/vector/vector_lex.h"

#include <assert.h>

VectorToken lex_vector(const Source *src, size_t *at, size_t *from) {
    const unsigned char *text = (const unsigned char *)src->text;
    const unsigned char *YYCURSOR = text + *at;
    const unsigned char *YYLIMIT = text + src->len;
    assert(*YYLIMIT == '\0');
#define EMIT(token) \
    do { \
        *at = (size_t)(YYCURSOR - text); \
        return token; \
    } while (0)
    for (;;) {
        *from = (size_t)(YYCURSOR - text);
        /*!re2c
            re2c:define:YYCTYPE = "unsigned char";
            re2c:yyfill:enable  = 0;
            re2c:eof            = 0;

            digits = [0-9]+;
            number = [-+]? (digits ("." [0-9]*)? | "." digits)
                     ([eE] [-+]? digits)?;
            word   = [^ \t\r\n(),|/\x00]+;

            *            { EMIT(VECTOR_TOK_WORD); }
            $            { EMIT(VECTOR_TOK_END); }
            [ \t\r\n]+   { continue; }
            "//" [^\n\x00]*  { continue; }
            "("          { EMIT(VECTOR_TOK_OPEN); }
            ")"          { EMIT(VECTOR_TOK_CLOSE); }
            ","          { EMIT(VECTOR_TOK_COMMA); }
            "|"          { EMIT(VECTOR_TOK_BAR); }
            number       { EMIT(VECTOR_TOK_NUMBER); }
            word         { EMIT(VECTOR_TOK_WORD); }
        */
    }
#undef EMIT
}
