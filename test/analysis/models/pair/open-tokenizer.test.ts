import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTokenizer } from '../../../../src-main/analysis/models/pair/open-tokenizer.ts'
import { readPairOffers } from '../../../../src-main/analysis/models/pair/read-pair-offers.ts'
import { resourcesDir, tempFolder } from '../../../fixtures/folders.ts'
import { special, wordTokenizer } from '../../../fixtures/tiny-pair.ts'

/** A tokenizer of an offered pair whose vocabulary is a cut of the published one. */
function open(id: string, tokenizer: object) {
  const offer = readPairOffers(resourcesDir).find(({ offer: each }) => each === id)!
  const dir = tempFolder()
  const { tokenizer: words, tokenizerConfig: config } = offer.files
  writeFileSync(join(dir, words.file), JSON.stringify(tokenizer))
  writeFileSync(join(dir, config.file), config.content!)
  return openTokenizer(dir, offer)
}

/**
 * CLIP's byte pairs (OpenAI, 2021, MIT): the merges of its vocabulary that these words take, in its order. The number of
 * a word is 512 and the place of its merge, or that of its byte.
 */
const CLIP_MERGES = [
  "i n|a n|r e|in g</w>|o r|o n</w>|a t|t o</w>|a t</w>|an d</w>|o f</w>|e l|s t</w>|a c|' s</w>|u n|b e|t o|i t</w>|h o",
  'd o|w or|l d</w>|n ing</w>|f a|p ho|el l|t re|ac h</w>|wor ld</w>|at s</w>|pho to</w>|g s</w>|r un|do g</w>|fa st</w>',
  'be ach</w>|c at</w>|ell o</w>|tre e</w>|run ning</w>|do gs</w>|h ello</w>|c ats</w>|to y</w>',
].flatMap((line) => line.split('|'))
const CLIP_WORDS = {
  '!</w>': 256,
  ',</w>': 267,
  '2</w>': 273,
  '3</w>': 274,
  'a</w>': 320,
  'on</w>': 525,
  'and</w>': 537,
  'of</w>': 539,
  "'s</w>": 568,
  'it</w>': 585,
  'world</w>': 1002,
  'photo</w>': 1125,
  'dog</w>': 1929,
  'fast</w>': 1953,
  'beach</w>': 2117,
  'cat</w>': 2368,
  'tree</w>': 2677,
  'running</w>': 2761,
  'dogs</w>': 3255,
  'hello</w>': 3306,
  'cats</w>': 3989,
  'toy</w>': 5988,
  '<|startoftext|>': 49_406,
  '<|endoftext|>': 49_407,
}
/** The form of the published `tokenizer.json`. */
const clip = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [special('<|startoftext|>', 49_406), special('<|endoftext|>', 49_407)],
  normalizer: {
    type: 'Sequence',
    normalizers: [
      { type: 'NFC' },
      { type: 'Replace', pattern: { Regex: String.raw`\s+` }, content: ' ' },
      { type: 'Lowercase' },
    ],
  },
  pre_tokenizer: {
    type: 'Sequence',
    pretokenizers: [
      {
        type: 'Split',
        pattern: { Regex: String.raw`'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+` },
        behavior: 'Removed',
        invert: true,
      },
      { type: 'ByteLevel', add_prefix_space: false, trim_offsets: true },
    ],
  },
  post_processor: {
    type: 'RobertaProcessing',
    sep: ['<|endoftext|>', 49_407],
    cls: ['<|startoftext|>', 49_406],
    trim_offsets: false,
    add_prefix_space: false,
  },
  decoder: null,
  model: {
    type: 'BPE',
    dropout: null,
    unk_token: '<|endoftext|>',
    continuing_subword_prefix: '',
    end_of_word_suffix: '</w>',
    fuse_unk: false,
    vocab: CLIP_WORDS,
    merges: CLIP_MERGES,
  },
}

/** Numbers published by users of CLIP's own tokenizer and of open_clip's. */
test.each<[text: string, ids: number[]]>([
  ['a photo of a cat', [320, 1125, 539, 320, 2368]],
  ['A Photo  of a TREE!', [320, 1125, 539, 320, 2677, 256]],
  ["it's a cat's toy, running   fast", [585, 568, 320, 2368, 568, 5988, 267, 2761, 1953]],
  ['2 dogs and 3 cats', [273, 3255, 537, 274, 3989]],
  ['Hello, world!', [3306, 267, 1002, 256]],
  ['dog on a beach', [1929, 525, 320, 2117]],
  ['', []],
])('CLIP: %s', async (text, ids) => {
  const tokenize = await open('clip-b32', clip)
  expect(tokenize(text)).toEqual([49_406, ...ids, 49_407])
})

test('CLIP takes 77 tokens, and the last is its end', async () => {
  const tokenize = await open('clip-b32', clip)
  expect(tokenize('cat '.repeat(100))).toEqual([49_406, ...Array<number>(75).fill(2368), 49_407])
})

/** Pieces of multilingual BERT's vocabulary (Devlin et al., 2018, Apache-2.0), which the pair of fifty languages has. */
const BERT_PIECES = {
  '[PAD]': 0,
  '[UNK]': 100,
  '[CLS]': 101,
  '[SEP]': 102,
  '[MASK]': 103,
  '(': 113,
  ')': 114,
  ',': 117,
  '.': 119,
  '1': 122,
  ';': 132,
  '=': 134,
  $: 109,
  I: 146,
  a: 169,
  z: 194,
  博: 2684,
  推: 4163,
  是: 4380,
  活: 4978,
  生: 5600,
  的: 5718,
  真: 5769,
  谛: 7378,
  ah: 69_863,
  an: 10_151,
  app: 72_894,
  at: 10_160,
  bought: 28_870,
  for: 10_142,
  hell: 61_694,
  let: 13_595,
  ob: 17_339,
  running: 18_020,
  space: 16_199,
  store: 13_708,
  the: 10_105,
  to: 10_114,
  trail: 56_559,
  UN: 26_578,
  world: 11_356,
  '00': 11_025,
  '##S': 10_731,
  '##g': 10_240,
  '##ing': 10_230,
  '##j': 10_418,
  '##le': 10_284,
  '##o': 10_133,
  '##trin': 109_163,
  '##want': 104_216,
  '##z': 10_305,
  '##éd': 84_193,
}
const bert = wordTokenizer({ '[PAD]': 0, '[UNK]': 100, '[CLS]': 101, '[SEP]': 102, '[MASK]': 103 }, BERT_PIECES)

/** Numbers published with the tests of transformers.js, for models with this vocabulary. */
const bertSentences: [text: string, ids: number[]][] = [
  ['hello world', [61_694, 10_133, 11_356]],
  ['trailing space   ', [56_559, 10_230, 16_199]],
  ['UNwantéd,running', [26_578, 104_216, 84_193, 117, 18_020]],
  ['生活的真谛是', [5600, 4978, 5718, 5769, 7378, 4380]],
  ['ah博推zz', [69_863, 2684, 4163, 194, 10_305]],
  [
    'I bought an apple for $1.00 at the store.',
    [146, 28_870, 10_151, 72_894, 10_284, 10_142, 109, 122, 119, 11_025, 10_160, 10_105, 13_708, 119],
  ],
  ['let a = obj.toString();', [13_595, 169, 134, 17_339, 10_418, 119, 10_114, 10_731, 109_163, 10_240, 113, 114, 132]],
]

test.each(bertSentences)('multilingual: %s', async (text, ids) => {
  const tokenize = await open('clip-b32-multilingual', bert)
  expect(tokenize(text)).toEqual([101, ...ids, 102])
})

test('older files do not name the kind of their vocabulary', async () => {
  const { type: _type, ...model } = bert.model
  const tokenize = await open('clip-b32-multilingual', { ...bert, model })
  for (const [text, ids] of bertSentences) expect(tokenize(text)).toEqual([101, ...ids, 102])
})
