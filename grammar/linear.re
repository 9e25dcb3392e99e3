/* linear.re -- the words of linear programs.
 *
 * Shapes only: whether a name is an instruction or a block is asked of the
 * instruction set. The text need not end with a zero: the end is checked at
 * every byte, so that a zero inside it is just a bad byte.
 */
#include "program/linear/linear.h"

#define EMIT(token) do { lex->at = (size_t)(p - text); return token; } while (0)

LinearToken linear_lex(LinearLex *lex) {
    const unsigned char *text = (const unsigned char *)lex->text;
    const unsigned char *p = text + lex->at, *end = text + lex->len, *mark;
    for (;;) {
        lex->start = (size_t)(p - text);
        /*!re2c
            re2c:define:YYCTYPE = "unsigned char";
            re2c:define:YYCURSOR = p;
            re2c:define:YYLIMIT = end;
            re2c:define:YYMARKER = mark;
            re2c:yyfill:enable = 0;
            re2c:eof = 0;

            digits = [0-9]+;
            name   = [A-Za-z_] [A-Za-z0-9_]*;
            blank  = [ \t\r]+;

            *                                   { EMIT(LINEAR_BAD); }
            $                                   { EMIT(LINEAR_END); }
            blank                               { continue; }
            "//" [^\n]*                         { continue; }
            "\n"                                { EMIT(LINEAR_LINE); }
            name                                { EMIT(LINEAR_NAME); }
            digits "."?                         { EMIT(LINEAR_NUMBER); }
            "(" digits ("/" digits)? ")"        { EMIT(LINEAR_COUNTS); }
            ":"                                 { EMIT(LINEAR_COLON); }
        */
    }
}
