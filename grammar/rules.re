/* rules.re -- the words of rules: names, numbers, strings, signs.
 *
 * Blanks separate, `--` begins a comment that ends with the line. What a name
 * means is asked of the tables of the rules.
 */
#include "engine/rules/parse/rules_lex.h"

#define EMIT(kind) return (RulesToken){ kind, (size_t)(start - text), \
                                        (size_t)(cursor - start) }

RulesToken rules_lex(const char *bytes, size_t len, size_t at) {
    const unsigned char *const text = (const unsigned char *)bytes;
    const unsigned char *cursor = text + at, *const limit = text + len;
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
        name   = [A-Za-z_] [A-Za-z0-9_]*;
        number = [0-9]+;
        power  = [eE] [-+]? [0-9]+;
        real   = [0-9]+ ("." [0-9]+ power? | power);
        string = "\"" [^"\n\x00]* "\"";
        sign   = "==" | "!=" | "<=" | ">=" | "<<" | ">>" | [-+*/%<>=(){}?,;]
               | [&|~] | "[" | "]";
        habit  = "+=" | "-=" | "*=" | "/=" | "%=" | "++" | "**" | "&&" | "||"
               | "!" | "." | "^" | "~=" | "//" | "<>";

        *               { EMIT(RULES_BAD); }
        $               { EMIT(RULES_END); }
        blank           { continue; }
        "--" [^\n\x00]* { continue; }
        name            { EMIT(RULES_NAME); }
        number          { EMIT(RULES_NUMBER); }
        real            { EMIT(RULES_REAL); }
        string          { EMIT(RULES_STRING); }
        sign            { EMIT(RULES_SIGN); }
        habit           { EMIT(RULES_HABIT); }
    */
    }
}
