/**
 * Differences of a virtual copy from its photo, as parts of a list. Flags and `no label` are described as by the
 * painter, with the sentences of `keywords`.
 */
export const copies = {
  differs: '{name}: {parts}',
  rating: 'rating {value}',
  noRating: 'no rating',
  label: 'label {value}',
  title: 'title {value}',
  noTitle: 'no title',
  caption: 'caption {value}',
  noCaption: 'no caption',
  creator: 'creator {value}',
  noCreator: 'no creator',
  copyright: 'copyright {value}',
  noCopyright: 'no copyright',
  crop: 'another crop',
  noCrop: 'no crop',
} as const
