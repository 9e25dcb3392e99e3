/* http.h -- a small server of HTTP, by libmicrohttpd.
 *
 * One thread: nothing happens but inside http_wait(), which calls the handler
 * with each request that is there whole. The library is loaded when a server
 * is opened, so that nobody else needs it. Limits are the caller's; requests
 * beyond them never reach the handler. All functions borrow their arguments;
 * what a request or an answer points to lives until the handler's next call.
 */
#ifndef LUDUS_HTTP_H
#define LUDUS_HTTP_H

#include <stddef.h>

#include "base/err.h"

typedef struct Http Http;

typedef struct HttpRequest {
    const char *method, *path;
    const char *host;                /* as the client calls us, or "" */
    const char *origin;              /* of the page that asks, or "" */
    const char *accepts;             /* encodings that it understands, or "" */
    const char *known;               /* tags of what it has already, or "" */
    char        from[48];            /* the client's address */
    const char *body;
    size_t      len;
} HttpRequest;

typedef struct HttpAnswer {
    int         status;
    const char *type;
    const char *body;
    size_t      len;
    const char *encoding;            /* of the body, as "gzip"; NULL: none */
    const char *tag;                 /* by which it is known; NULL: none */
} HttpAnswer;

typedef void HttpHandler(void *context, const HttpRequest *request,
                         HttpAnswer *answer);

typedef struct HttpSetup {
    const char  *address;            /* as 127.0.0.1 */
    int          port;               /* 0: any that is free */
    size_t       body_max;           /* bytes of a body; more is refused */
    int          clients_max;        /* connections at a time */
    int          each_max;           /* of them from one address */
    int          idle_max;           /* seconds of silence */
    HttpHandler *handler;
    void        *context;
} HttpSetup;

/* Listens; NULL with the reason. */
Http *http_open(const HttpSetup *setup, Err *err);
void  http_close(void *http);
int   http_port(const Http *http);

/* Serves what comes within so many milliseconds; false if it cannot. */
bool http_wait(Http *http, int milliseconds);

#endif
