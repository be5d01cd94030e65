/** How many values of each field of photos an import changes. */
export const imports = {
  rating: '{count, number} {count, plural, one {rating} other {ratings}}',
  pick: '{count, number} {count, plural, one {flag} other {flags}}',
  label: '{count, number} {count, plural, one {label} other {labels}}',
  title: '{count, number} {count, plural, one {title} other {titles}}',
  caption: '{count, number} {count, plural, one {caption} other {captions}}',
  creator: '{count, number} {count, plural, one {creator} other {creators}}',
  copyright: '{count, number} {count, plural, one {copyright notice} other {copyright notices}}',
  takenAt: '{count, number} {count, plural, one {date} other {dates}}',
  position: '{count, number} {count, plural, one {position on the map} other {positions on the map}}',
  texts: '{count, number} {count, plural, one {photo with further texts} other {photos with further texts}}',
  orientation: '{count, number} {count, plural, one {turned photo} other {turned photos}}',
  crop: '{count, number} {count, plural, one {crop} other {crops}}',
  faces: '{count, number} {count, plural, one {photo with named faces} other {photos with named faces}}',
  judgement: '{count, number} {count, plural, one {judgement of sensitivity} other {judgements of sensitivity}}',
  isPrivate: '{count, number} {count, plural, one {private mark} other {private marks}}',
  tags: '{count, number} {count, plural, one {set of tags} other {sets of tags}}',
} as const
