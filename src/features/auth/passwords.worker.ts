/// <reference path="./fxa-common-password-list.d.ts" />
import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as passwords } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import leaked from 'fxa-common-password-list';

export interface Question {
  id: number;
  password: string;
  /** What an attacker who knows the person tries first. */
  words: string[];
}

export interface Estimate {
  id: number;
  guesses: number;
  /** It is one of those that were found most often where passwords were stolen. */
  isLeaked: boolean;
  /** What the password was seen to be made of. */
  parts: { pattern: string; length: number; dictionary: string | undefined }[];
}

/** The work grows with the square of the length, and what is weak so far was not meant to be more than long. */
const LOOKED_AT = 40;

const estimator = new ZxcvbnFactory({
  dictionary: { ...passwords, ...portuguese },
  graphs: adjacencyGraphs,
  maxLength: LOOKED_AT,
});

parentPort?.on('message', ({ id, password, words }: Question) => {
  const { guesses, sequence } = estimator.check(password, words);
  const parts = sequence.map((part) => ({
    pattern: part.pattern,
    length: part.token.length,
    dictionary: 'dictionaryName' in part ? part.dictionaryName : undefined,
  }));
  // The list is in small letters, and whoever goes through it tries capitals too.
  const isLeaked = leaked.test(password.toLowerCase());
  parentPort?.postMessage({ id, guesses, isLeaked, parts } satisfies Estimate);
});
