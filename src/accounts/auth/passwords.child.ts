/// <reference path="./fxa-common-password-list.d.ts" />
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as passwords } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import leaked from 'fxa-common-password-list';
import { runParentTasks } from '../../platform/processes/child.ts';

// Entry point of the child process; see passwords.service.ts.

export interface EstimateTask {
  password: string;
  /** Names an attacker who knows the person tries first. */
  words: string[];
}

export interface Estimate {
  guesses: number;
  /** The password is in the list of most frequently leaked passwords. */
  isLeaked: boolean;
  /** Patterns that the estimator found in the password. */
  parts: { pattern: string; length: number; dictionary: string | undefined }[];
}

/**
 * Longest prefix that is estimated: the cost grows with the square of the length, and a password whose first
 * 40 characters are weak is refused anyway.
 */
const MAX_LENGTH = 40;

const estimator = new ZxcvbnFactory({
  dictionary: { ...passwords, ...portuguese },
  graphs: adjacencyGraphs,
  maxLength: MAX_LENGTH,
});

runParentTasks(async (task): Promise<Estimate> => {
  const { password, words } = task as EstimateTask;
  const { guesses, sequence } = estimator.check(password, words);
  const parts = sequence.map((part) => ({
    pattern: part.pattern,
    length: part.token.length,
    dictionary: 'dictionaryName' in part ? part.dictionaryName : undefined,
  }));
  // The list is in lower case, and attackers try capitals too.
  return { guesses, isLeaked: leaked.test(password.toLowerCase()), parts };
});
