/* http.c -- a small server of HTTP, by libmicrohttpd.
 *
 * The library calls on_request() several times per request: once when the
 * headers are there, then with pieces of the body, then at its end, when the
 * handler is asked. A body that is said to be too long is refused before it is
 * read; one that grows too long is no longer kept, and refused at its end, or
 * cut off when it goes on for ever.
 */
#define _GNU_SOURCE
#include "http.h"

#include <arpa/inet.h>
#include <assert.h>
#include <dlfcn.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"

enum { BEYOND = 4, HEADERS_MAX = 32768 };    /* bodies that are cut off */

/* What is used of the library. */
#define FUNCTIONS(X)                                                           \
    X(MHD_start_daemon)                                                        \
    X(MHD_stop_daemon)                                                         \
    X(MHD_run_wait)                                                            \
    X(MHD_get_daemon_info)                                                     \
    X(MHD_get_connection_info)                                                 \
    X(MHD_lookup_connection_value)                                             \
    X(MHD_create_response_from_buffer)                                         \
    X(MHD_add_response_header)                                                 \
    X(MHD_queue_response)                                                      \
    X(MHD_destroy_response)

typedef struct Library {
#define ROW(name) __typeof__(&name) name;
    FUNCTIONS(ROW)
#undef ROW
} Library;

struct Http {
    void              *handle;       /* of the library */
    Library            mhd;
    struct MHD_Daemon *daemon;
    HttpSetup          setup;
    int                port;
};

typedef struct Pending {
    Buf    body;
    size_t seen;                     /* bytes that came, kept or not */
} Pending;

static bool is_kept(const Http *http, const Pending *p) {
    return p->seen <= http->setup.body_max;
}

/* ---- answers ------------------------------------------------------------- */

static const char *const headers[][2] = {
    { "X-Content-Type-Options", "nosniff" },
    { "X-Frame-Options", "DENY" },
    { "Referrer-Policy", "no-referrer" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
    { "Cache-Control", "no-cache" },
    { "Content-Security-Policy",
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src "
      "'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data: "
      "blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'" },
};

static enum MHD_Result reply(Http *http, struct MHD_Connection *to,
                             const HttpAnswer *answer) {
    const Library *mhd = &http->mhd;
    union {
        const char *in;
        void       *out;
    } body = { answer->body };
    struct MHD_Response *r = mhd->MHD_create_response_from_buffer(
        answer->len, body.out, MHD_RESPMEM_MUST_COPY);
    if (!r) return MHD_NO;
    mhd->MHD_add_response_header(r, "Content-Type", answer->type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        mhd->MHD_add_response_header(r, headers[i][0], headers[i][1]);
    if (answer->encoding)
        mhd->MHD_add_response_header(r, "Content-Encoding", answer->encoding);
    if (answer->tag) mhd->MHD_add_response_header(r, "ETag", answer->tag);
    enum MHD_Result done = mhd->MHD_queue_response(to, (unsigned)answer->status,
                                                   r);
    mhd->MHD_destroy_response(r);
    return done;
}

static enum MHD_Result refuse(Http *http, struct MHD_Connection *to, int status,
                              const char *why) {
    return reply(http, to,
                 &(HttpAnswer){ .status = status,
                                .type = "text/plain",
                                .body = why,
                                .len = strlen(why) });
}

/* ---- requests ------------------------------------------------------------ */

static const char *header(Http *http, struct MHD_Connection *c,
                          const char *name) {
    const char *value = http->mhd.MHD_lookup_connection_value(
        c, MHD_HEADER_KIND, name);
    return value ? value : "";
}

static void find_address(Http *http, struct MHD_Connection *c, char out[48]) {
    const union MHD_ConnectionInfo *info = http->mhd.MHD_get_connection_info(
        c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    snprintf(out, 48, "?");
    if (!info || info->client_addr->sa_family != AF_INET) return;
    const void *at = info->client_addr;
    const struct sockaddr_in *from = at;
    inet_ntop(AF_INET, &from->sin_addr, out, 48);
}

static bool is_too_long(const Http *http, const char *length) {
    return *length && strtoull(length, NULL, 10) > http->setup.body_max;
}

/* A piece of the body; false if the connection must end. */
static bool take(const Http *http, Pending *p, const char *data, size_t len) {
    p->seen += len;
    if (is_kept(http, p)) buf_bytes(&p->body, data, len);
    return buf_ok(&p->body, NULL) && p->seen <= http->setup.body_max * BEYOND;
}

static enum MHD_Result finish(Http *http, struct MHD_Connection *c,
                              const char *method, const char *path,
                              const Pending *p) {
    if (!is_kept(http, p)) return refuse(http, c, 413, "too long\n");
    HttpRequest request = { .method = method,
                            .path = path,
                            .host = header(http, c, "Host"),
                            .origin = header(http, c, "Origin"),
                            .accepts = header(http, c, "Accept-Encoding"),
                            .known = header(http, c, "If-None-Match"),
                            .body = buf_get(&p->body),
                            .len = p->body.len };
    find_address(http, c, request.from);
    HttpAnswer answer = {
        .status = 500, .type = "text/plain", .body = "no answer\n", .len = 10
    };
    http->setup.handler(http->setup.context, &request, &answer);
    return reply(http, c, &answer);
}

static enum MHD_Result on_request(void *context, struct MHD_Connection *c,
                                  const char *path, const char *method,
                                  const char *version, const char *data,
                                  size_t *len, void **mine) {
    (void)version;
    Http *http = context;
    Pending *p = *mine;
    if (!p) {
        if (is_too_long(http, header(http, c, "Content-Length")))
            return refuse(http, c, 413, "too long\n");
        *mine = mem_new(1, sizeof *p, NULL);
        return *mine ? MHD_YES : MHD_NO;
    }
    if (*len == 0) return finish(http, c, method, path, p);
    bool ok = take(http, p, data, *len);
    *len = 0;
    return ok ? MHD_YES : MHD_NO;
}

static void on_end(void *context, struct MHD_Connection *c, void **mine,
                   enum MHD_RequestTerminationCode why) {
    (void)context;
    (void)c;
    (void)why;
    Pending *p = *mine;
    if (!p) return;
    buf_free(&p->body);
    mem_free(p);
    *mine = NULL;
}

/* ---- opening and closing ------------------------------------------------- */

static bool load(Http *http, Err *err) {
    http->handle = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!http->handle)
        return err_set(err, "a server needs libmicrohttpd: %s", dlerror());
#define ROW(name)                                                              \
    {                                                                          \
        void *found = dlsym(http->handle, #name);                              \
        if (!found) return err_set(err, "libmicrohttpd lacks " #name);         \
        memcpy(&http->mhd.name, &found, sizeof found);                         \
    }
    FUNCTIONS(ROW)
#undef ROW
    return true;
}

static bool listen_at(Http *http, Err *err) {
    const HttpSetup *s = &http->setup;
    struct sockaddr_in at = { .sin_family = AF_INET,
                              .sin_port = htons((uint16_t)s->port) };
    if (inet_pton(AF_INET, s->address, &at.sin_addr) != 1)
        return err_set(err, "%s is no address", s->address);
    errno = 0;
    http->daemon = http->mhd.MHD_start_daemon(
        MHD_USE_EPOLL, (uint16_t)s->port, NULL, NULL, on_request, http,
        MHD_OPTION_SOCK_ADDR, (struct sockaddr *)(void *)&at,
        MHD_OPTION_NOTIFY_COMPLETED, on_end, NULL, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)s->clients_max, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        (unsigned)s->each_max, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)s->idle_max, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)HEADERS_MAX, MHD_OPTION_LISTENING_ADDRESS_REUSE, 1u,
        MHD_OPTION_END);
    if (!http->daemon)
        return err_set(err, "cannot listen at %s, port %d: %s", s->address,
                       s->port, errno ? strerror(errno) : "it is taken");
    const union MHD_DaemonInfo *info = http->mhd.MHD_get_daemon_info(
        http->daemon, MHD_DAEMON_INFO_BIND_PORT);
    http->port = info ? info->port : s->port;
    return true;
}

Http *http_open(const HttpSetup *setup, Err *err) {
    assert(setup->handler && setup->body_max > 0);
    Http *http = mem_new(1, sizeof *http, err);
    if (!http) return NULL;
    http->setup = *setup;
    if (load(http, err) && listen_at(http, err)) return http;
    http_close(http);
    return NULL;
}

void http_close(void *object) {
    Http *http = object;
    if (!http) return;
    if (http->daemon) http->mhd.MHD_stop_daemon(http->daemon);
    if (http->handle) dlclose(http->handle);
    mem_free(http);
}

int http_port(const Http *http) { return http->port; }

bool http_wait(Http *http, int milliseconds) {
    return http->mhd.MHD_run_wait(http->daemon, milliseconds) == MHD_YES;
}
