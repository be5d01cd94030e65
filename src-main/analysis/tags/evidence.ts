/** One reason to believe that a photo shows a concept. */
export type Evidence = {
  concept: string
  /** Calibrated, 0 to 1; what is shown, and every other rule, goes by it. */
  chance: number
  /** How likely the concept is, 0 to 1, if that is not `chance`: mostly more, to keep it out of the window. */
  likely?: number
  /** A broader concept that does not follow here: trees in a street are no nature. */
  isNo?: string
  origin: 'objects' | 'classifier' | 'faces' | 'scene' | 'colors' | 'kind'
}
