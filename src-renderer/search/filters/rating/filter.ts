import type { SearchFilter } from '../filter.ts'
import { describeRatings } from './rating-range.ts'
import RatingFilter from './RatingFilter.vue'

/** Photos by their stars; 0 stands for no rating. */
export const ratingFilter: SearchFilter = {
  name: 'rating',
  fields: ['ratingFrom', 'ratingTo'],
  control: { component: RatingFilter, column: 'main', position: 10 },
  chips: ({ ratingFrom, ratingTo }) =>
    ratingFrom === undefined && ratingTo === undefined ? [] : [{ label: describeRatings(ratingFrom, ratingTo) }],
}
