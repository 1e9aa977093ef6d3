import { cardTermRecord } from './aboutPages/cardTerm.contract.ts';
import { phoneRecord } from './phones/phone.contract.ts';
import { questionRecord } from './questions/question.contract.ts';

/** All records that are defined by their fields. History labels and the data inventory follow from them. */
export const definedRecords = [cardTermRecord, phoneRecord, questionRecord];
