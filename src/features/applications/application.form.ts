import { plainForm } from '../../platform/http/plainForm.ts';
import { applicationPage } from '../recordPages.ts';
import { applicationInput, apply } from './application.contract.ts';
import { RECEIVED, vacancyOf } from './application.types.ts';

/** Form handler of the job application for browsers without JavaScript. */
export const applicationForm = plainForm({
  page: applicationPage,
  endpoint: apply,
  sent: applicationInput.extend({ other_vacancy: applicationInput.shape.vacancy }),
  fieldsOf: (sent) => ({ ...sent, vacancy: vacancyOf(sent.vacancy ?? '', sent.other_vacancy ?? '') }),
  shown: ['name', 'email', 'phone', 'vacancy', 'other_vacancy', 'talent_pool'],
  thanksFor: ({ data: { message } }) => {
    const [key] = Object.entries(RECEIVED).find(([, text]) => text === message) ?? ['recebida'];
    return `${applicationPage}?enviada=${key}`;
  },
});
