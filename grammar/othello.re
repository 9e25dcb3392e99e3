/* othello.re -- the words of an Othello game: squares, passes, numbers. */
#include "othello/record_lex.h"

#include <assert.h>

OthelloToken lex_othello(const Source *src, size_t *at, size_t *from) {
    const unsigned char *text = (const unsigned char *)src->text;
    const unsigned char *YYCURSOR = text + *at, *YYMARKER;
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

            square = [a-zA-Z] [0-9];
            pass   = "--" | 'pass' | 'pa' | 'ps';
            number = [0-9]+ ".";

            *            { EMIT(OTHELLO_TOK_BAD); }
            $            { EMIT(OTHELLO_TOK_END); }
            [ \t\r\n]+   { continue; }
            "//" [^\n\x00]*  { continue; }
            square       { EMIT(OTHELLO_TOK_SQUARE); }
            pass         { EMIT(OTHELLO_TOK_PASS); }
            number       { EMIT(OTHELLO_TOK_NUMBER); }
        */
    }
#undef EMIT
}
