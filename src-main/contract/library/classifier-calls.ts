import { z } from 'zod'
import { ClassifierId } from '../analysis/classifier.ts'
import { call, nothing } from './call.ts'
import {
  CategorizerTraining,
  Certainty,
  CustomClassifier,
  MoreExamples,
  SuggestionAnswers,
  SuggestionPage,
  SuggestionQuery,
  TagTraining,
  WaitingCount,
} from './custom-classifiers.ts'
import { ChangeResult } from './history.ts'

/** The calls of `classifiers.*`. */
export const classifierCalls = {
  /** Custom classifiers, trained from photos. The progress of applying them comes as `classifiers.changed`. */
  classifiers: {
    list: call(nothing, z.array(CustomClassifier)),
    /**
     * Trains a classifier for one tag, which takes at most a few seconds, and applies it to all photos in the
     * background. Its id is made from the name. Its results are suggestions that become tags when a person accepts
     * them.
     */
    train: call(TagTraining, CustomClassifier),
    addExamples: call(MoreExamples, CustomClassifier),
    /** Trains a classifier of mutually exclusive categories; otherwise the same as `train`. */
    trainCategorizer: call(CategorizerTraining, CustomClassifier),
    /**
     * Trains again with more examples: accepted suggestions are positive ones, rejected suggestions and removed tags
     * are negative ones.
     */
    retrain: call(z.object({ id: ClassifierId }), CustomClassifier),
    /** Deletes the classifier and its suggestions; photos keep their tags. */
    remove: call(z.object({ id: ClassifierId }), nothing),
    /** How many suggestions of each classifier wait for an answer; those of hidden photos are always left out. */
    waiting: call(nothing, z.array(WaitingCount)),
    /** Suggestions that wait for an answer by `keywords.judge`. Throws `tagger-not-found`. */
    suggestions: call(SuggestionQuery, SuggestionPage),
    /**
     * How many waiting suggestions there are for each certainty in whole percent, 0 to 100. Throws `tagger-not-found`.
     */
    certainties: call(z.object({ id: ClassifierId }), z.array(z.int()).length(101)),
    setCertainty: call(z.object({ id: ClassifierId, certainty: Certainty }), CustomClassifier),
    /** Accepts every waiting suggestion of at least this certainty, as one change. Throws `tagger-not-found`. */
    acceptAbove: call(z.object({ id: ClassifierId, certainty: Certainty }), ChangeResult),
    /**
     * Empties the inbox, which collects suggestions for photos that are added later. Its suggestions still wait for a
     * review.
     */
    markSeen: call(z.object({ id: ClassifierId }), CustomClassifier),
    /** Answers to suggestions so far, for the tags with most answers. */
    answers: call(nothing, z.array(SuggestionAnswers)),
  },
}
