import { plainForm } from '../../platform/http/plainForm.ts';
import { applicationPage } from '../recordPages.ts';
import { applicationInput, applyForVacancy } from './application.contract.ts';
import { RECEIPT_MESSAGES, resolveVacancy } from './application.types.ts';

/** Form handler of the job application for browsers without JavaScript. */
export const applicationForm = plainForm({
  page: applicationPage,
  endpoint: applyForVacancy,
  schema: applicationInput.extend({ other_vacancy: applicationInput.shape.vacancy }),
  fieldsOf: (sent) => ({ ...sent, vacancy: resolveVacancy(sent.vacancy ?? '', sent.other_vacancy ?? '') }),
  refilledFields: ['name', 'email', 'phone', 'vacancy', 'other_vacancy', 'talent_pool'],
  thanksFor: ({ data: { message } }) => {
    const [key] = Object.entries(RECEIPT_MESSAGES).find(([, text]) => text === message) ?? ['recebida'];
    return `${applicationPage}?enviada=${key}`;
  },
});
