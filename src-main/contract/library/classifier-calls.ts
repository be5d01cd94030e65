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
     * Trains a classifier for one tag, which takes some seconds at most, and applies it to all photos in the
     * background; its id is made from the name. What it says are suggestions, and no tags until a person accepts them.
     */
    train: call(TagTraining, CustomClassifier),
    addExamples: call(MoreExamples, CustomClassifier),
    /** Trains a classifier of categories, of which one fits a photo; otherwise as `train`. */
    trainCategorizer: call(CategorizerTraining, CustomClassifier),
    /**
     * Trains again: photos for which its suggestions were accepted are more examples, those that its tag was rejected
     * for or taken off are negative ones.
     */
    retrain: call(z.object({ id: ClassifierId }), CustomClassifier),
    /** Deletes the classifier with what it suggests; tags that photos have stay. */
    remove: call(z.object({ id: ClassifierId }), nothing),
    /** How many suggestions of each wait; those of photos that are hidden are left out everywhere. */
    waiting: call(nothing, z.array(WaitingCount)),
    /** Suggestions that wait for `keywords.judge`, which answers them. Throws `tagger-not-found`. */
    suggestions: call(SuggestionQuery, SuggestionPage),
    /** How many waiting suggestions have each certainty in whole percent, 0 to 100. Throws `tagger-not-found`. */
    certainties: call(z.object({ id: ClassifierId }), z.array(z.int()).length(101)),
    setCertainty: call(z.object({ id: ClassifierId, certainty: Certainty }), CustomClassifier),
    /** Accepts every waiting suggestion that is at least so certain, as one change. Throws `tagger-not-found`. */
    acceptAbove: call(z.object({ id: ClassifierId, certainty: Certainty }), ChangeResult),
    /** Empties the inbox, into which only photos come that are added later; what was in it waits for a review. */
    markSeen: call(z.object({ id: ClassifierId }), CustomClassifier),
    /** What was said of suggestions so far, of the tags with most answers. */
    answers: call(nothing, z.array(SuggestionAnswers)),
  },
}
