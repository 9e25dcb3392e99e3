/* machine.re -- the words of a machine's text: shapes only, no names. */
#include "program/machine/machine_lex.h"

#define EMIT(what)                                                          \
    return (MachineToken){ what, (size_t)(from - src->text),                \
                           (size_t)(p - from) }

/* The source need not end in a zero, so reading past its end is guarded by
 * hand: PEEK gives a zero there, and a zero inside the text is a bad byte. */
#define PEEK() (p < end ? *p : '\0')

MachineToken machine_lex(const Source *src, size_t at) {
    const char *p = src->text + at, *end = src->text + src->len;
    const char *from, *mark;
    for (;;) {
        from = p;
        /*!re2c
            re2c:api = custom;
            re2c:api:style = free-form;
            re2c:define:YYCTYPE = "unsigned char";
            re2c:define:YYPEEK = "(unsigned char)PEEK()";
            re2c:define:YYSKIP = "p++;";
            re2c:define:YYBACKUP = "mark = p;";
            re2c:define:YYRESTORE = "p = mark;";
            re2c:yyfill:enable = 0;

            digits = [0-9]+;
            word   = [A-Za-z_]+;
            group  = [A-Za-z] digits ("." digits)*;

            *           { EMIT(MACHINE_TOKEN_BAD); }
            [\x00]      { EMIT(from < end ? MACHINE_TOKEN_BAD
                                         : MACHINE_TOKEN_END); }
            [ \t\r\n]+  { continue; }
            "//" [^\n\x00]* { continue; }
            word        { EMIT(MACHINE_TOKEN_WORD); }
            digits      { EMIT(MACHINE_TOKEN_NUMBER); }
            group       { EMIT(MACHINE_TOKEN_GROUP); }
            ":"         { EMIT(MACHINE_TOKEN_COLON); }
            "->"        { EMIT(MACHINE_TOKEN_ARROW); }
        */
    }
}
