import { describe, expect, it } from 'vitest';
import { applicationRules } from './application.contract.ts';
import { OTHER_VACANCY, resolveVacancy } from './application.types.ts';
import { fileProblem, problemSummary, problemsFromServer } from './site/applicationProblems.browser.ts';
import { parseResponse } from './site/sendApplication.browser.ts';

const rules = applicationRules();

it('the rules of the form equal those of the schema', () => {
  expect(rules).toEqual({
    name: { missing: 'Informe o seu nome.', wrong: '', maxLength: 120 },
    email: {
      missing: 'Informe o seu e-mail.',
      wrong: 'Confira o e-mail. Ele tem a forma nome@exemplo.com.br',
      maxLength: 254,
    },
    phone: { missing: 'Informe o seu telefone.', wrong: 'Informe o telefone com o DDD.', maxLength: 15 },
    vacancy: { missing: 'Informe a vaga.', wrong: '', maxLength: 120 },
    doc: {
      missing: 'Escolha um arquivo PDF.',
      wrong: 'Formato de arquivo não permitido. Envie um PDF.',
      maxLength: undefined,
    },
  });
});

it('uses the chosen vacancy, or the typed one for other vacancies', () => {
  expect(resolveVacancy('Caixa', 'esquecida')).toBe('Caixa');
  expect(resolveVacancy(OTHER_VACANCY, 'Sommelier')).toBe('Sommelier');
  expect(resolveVacancy(OTHER_VACANCY, '')).toBe('');
  expect(resolveVacancy('', 'Sommelier')).toBe('Sommelier');
});

it('rejects a file of the wrong type or size before it is sent', () => {
  expect(fileProblem({ name: 'cv.pdf', type: 'text/plain', size: 1 }, rules, 1)).toBe(
    'Formato de arquivo não permitido. Envie um PDF.',
  );
  expect(fileProblem({ name: 'cv.docx', type: '', size: 1 }, rules, 1)).toBe(
    'Formato de arquivo não permitido. Envie um PDF.',
  );
  expect(fileProblem({ name: 'cv.pdf', type: '', size: 1024 ** 2 }, rules, 1)).toBeUndefined();
  expect(fileProblem({ name: 'cv.pdf', type: 'application/pdf', size: 1024 ** 2 + 1 }, rules, 1)).toBe(
    'O arquivo passa de 1 MB. Escolha um menor.',
  );
  expect(
    fileProblem({ name: 'cv.pdf', type: 'application/x-pdf', size: 1e9 }, rules, undefined),
  ).toBeUndefined();
});

it('shows vacancy errors at the field where the applicant gave the vacancy', () => {
  const errors = { vacancy: ['Informe a vaga.'], email: ['a', 'b'], talent_pool: ['c'] };
  expect(problemsFromServer(errors, false)).toEqual({ vacancy: 'Informe a vaga.', email: 'a' });
  expect(problemsFromServer(errors, true)).toEqual({ other_vacancy: 'Informe a vaga.', email: 'a' });
});

it('the summary mentions missing fields first', () => {
  expect(problemSummary({ email: rules.email.wrong, name: rules.name.missing }, rules, 'x')).toBe(
    'Por favor! preencha todos os campos',
  );
  expect(problemSummary({ doc: rules.doc.wrong }, rules, rules.doc.wrong)).toBe(rules.doc.wrong);
  expect(problemSummary({}, rules, 'Sem conexão')).toBe('Sem conexão');
});

describe('response to the form', () => {
  it('returns the message of a success', () => {
    expect(parseResponse(201, '{"data":{"message":"Recebemos.","uuid":"1"}}')).toEqual({
      sent: true,
      message: 'Recebemos.',
    });
  });
  it('returns the message and the field errors of a failure', () => {
    expect(parseResponse(422, '{"error":"Confira.","errors":{"name":["Informe."]}}')).toEqual({
      sent: false,
      message: 'Confira.',
      errors: { name: ['Informe.'] },
    });
  });
  it.each([
    [502, '<html>Bad gateway</html>'],
    [200, ''],
    [201, 'null'],
    [500, '[]'],
  ])('returns a generic message for an unexpected response: %s %s', (status, text) => {
    expect(parseResponse(status, text)).toEqual({
      sent: false,
      message: 'Estamos com uma instabilidade. Tente de novo em instantes.',
      errors: {},
    });
  });
});
