/** Texts of others, several texts, and what is wrong with a text that a person wrote. */
export const texts = {
  foreign: '{text}',
  several: '{sentences}',
  lines: '{lines}',
  countryCode: '“{text}” is no country code. Two or three letters of ISO 3166 are one, such as PT or PRT.',
  copyrightStatus:
    '“{text}” is no copyright status. It is “copyrighted”, “public-domain”, or empty where it is not known.',
  email: '“{text}” is no e-mail address. One looks like name@example.com.',
  web: '“{text}” is no address of the web. One looks like https://example.com.',
  placeholder: '{written} is no placeholder. Placeholders are {known}; {opened} and {closed} are braces.',
  andMore: '{name} and {count, number} more',
} as const
