/** Between one photo on the screen and the next key, in milliseconds: few people judge a photo faster. */
export const JUDGING_MS = 150
