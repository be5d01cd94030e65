import { routes } from '../../../src-main/service/start-service.ts'

/** Methods that requests come with, the usual ones more often. */
export const methods = ['GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'get', 'FOO', 'G\tT']

export const paths = [...new Set(routes.map(({ path }) => path)), '/', '/v1', '/v2', '/v3/tags', '/v2/nothing', '/v2/tags/../usage', '/v2/%2e%2e/usage', '/v2//tags', '/v2/tags/%zz', '/v2/tags/%00', '/healthz', '/metrics', '/docs', '/docs/../../package.json', '/docs/%2e%2e%2f%2e%2e%2fpackage.json', '/console', '/console/../package.json', '/openapi.json', '/v2/uploads/:id/x', '//v2/usage', '/\\..\\']

export const parameterNames = [...new Set(routes.flatMap(({ parameters }) => Object.keys(parameters.shape))), 'image', 'image_base64', 'tagger_id', 'categorizer_id', '', '__proto__', 'constructor', 'toString', 'language[]', 'image_url[0]', 'save_id[$ne]', 'a'.repeat(300)]

/** Values that break naive readers of numbers, texts, addresses, paths and queries. None leads off this machine. */
export const values = [
  '', '0', '1', '-1', '2', '30.000000', '1e400', 'NaN', 'Infinity', '-0', '0x10', '1_000', '９', '9007199254740993', '1'.repeat(400), 'true', 'null', 'undefined',
  '__proto__', 'constructor', 'hasOwnProperty', 'en', 'en,de', ',', ',,,,', 'xx', 'zh_chs,', '100x100', '0x0', '99999999999x1', '1x1,'.repeat(150), '100X100', 'overall', 'object', 'general_v3', 'nsfw_beta',
  '../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd', '%00', '\0', '%', '%zz', '%F0%9F', '%u0041', "' OR 1=1 --", '"; DROP TABLE accounts; --', '%_', '* MATCH x', '{"a":1}', '[]', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', 'a\r\nX-Injected: yes', 'a%0d%0aX-Injected:%20yes',
  'ü', '日本語', '💡', '\u202e', '\ufeff', '\u0000', 'e\u0301', '\ud800', 'ﷺ'.repeat(50), ' ', '\t', '+', '&', '=', '#', '?', ';', 'a'.repeat(1025), 'a'.repeat(5000),
  'http://', 'http://[::1', 'http://[::1]:1/', 'http://127.0.0.1:1/a.jpg', 'http://127.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://0/', 'http://169.254.169.254/latest/meta-data', 'http://[::ffff:127.0.0.1]/', 'http://10.0.0.1/', 'http://user:pass@127.0.0.1/', 'http://127.0.0.1:99999/',
  'file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:image/png;base64,AAAA', 'javascript:alert(1)', '//127.0.0.1/a.jpg', 'x'.repeat(32), 'A1b2'.repeat(8), 'fb_' + '0'.repeat(32),
]

/** Headers that change how a request is read, with values that should not. */
export const headerValues: Readonly<Record<string, readonly string[]>> = {
  Accept: ['*/*', 'application/json', 'text/html', 'a', ',,,', '*/*;q=x', `${'a/b,'.repeat(2000)}`, 'application/json;q=-1', '*'],
  'Content-Type': ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary="', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'application/json; charset=utf-16', '/', ';', 'image/svg+xml', 'application/vnd.x+json'],
  'Content-Length': ['0', '5', '-1', '99999999999999999999', 'x'],
  'Transfer-Encoding': ['chunked', 'gzip', 'identity', 'chunked, gzip'],
  'Content-Encoding': ['gzip', 'br', 'x'],
  Expect: ['100-continue', '200-ok'],
  Connection: ['close', 'keep-alive', 'Upgrade', 'x'],
  Upgrade: ['websocket', 'h2c'],
  Host: ['', 'a b', '[::1', 'x:99999', 'other.example'],
  Cookie: ['a=b', '='.repeat(3000)],
  'X-Request-Id': ['abc', 'a b', 'a"b', 'x'.repeat(65), '<b>'],
  'X-Forwarded-For': ['127.0.0.1', '::1, 1.2.3.4', 'x'],
  'X-HTTP-Method-Override': ['DELETE', 'PUT'],
  Range: ['bytes=0-0', 'bytes=-1', 'x'],
  'If-None-Match': ['*', '"x"'],
  Origin: ['null', 'http://evil.example'],
}
