/** Why no tiles of the map come, with what a person can do. */
export const tiles = {
  unreachable: '{host} cannot be reached: {reason}.',
  tooMany: '{host} is asked for too many tiles (429). It is left alone for a while; then they come by themselves.',
  refused: '{host} refuses its tiles ({status}). Its address may need a key, or its rules may not allow this use.',
  unwell: '{host} has a problem of its own ({status}).',
  answers: '{host} answers {status} instead of a tile. Check its address.',
  sends: '{host} sends {what} instead of a tile. Check its address.',
  redirects: 'one redirect after another',
  nowhere: 'a redirect to nowhere',
  tooLarge: 'something far too large',
  noType: 'something without a type',
  noPicture: 'no PNG, JPEG or WebP',
  pixels: '{width} × {height} pixels',
  sendsOn: '{host} sends on to {other}. If you trust that server, enter its address.',
  none: '{host} has no tiles for what is shown. Check its address, or look elsewhere.',
} as const
