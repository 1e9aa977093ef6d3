import { describe, expect, it } from 'vitest';
import { companyRecord } from './company.contract.ts';

const cnpj = companyRecord.fields.cnpj.input;
const messageOf = (value: unknown) => cnpj.safeParse(value).error?.issues.map(({ message }) => message);

describe('CNPJ', () => {
  it.each([
    // Example from the description of Receita Federal.
    ['12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    ['12ABC34501DE35', '12.ABC.345/01DE-35'],
    [' 12.abc.345/01de-35 ', '12.ABC.345/01DE-35'],
    ['11.222.333/0001-81', '11.222.333/0001-81'],
    ['11222333000181', '11.222.333/0001-81'],
    [11222333000181, '11.222.333/0001-81'],
    ['00.000.000/0001-91', '00.000.000/0001-91'],
    ['11 222 333 / 0001 - 81', '11.222.333/0001-81'],
  ])('normalizes %s to %s', (typed, kept) => {
    expect(cnpj.parse(typed)).toBe(kept);
  });

  const digits = ['Confira o CNPJ: os dois últimos números não combinam com os outros.'];
  const form = ['O CNPJ tem 14 letras e números, como 12.ABC.345/01DE-35, e termina em dois números.'];
  it.each<[unknown, string[]]>([
    ['', ['Informe o CNPJ.']],
    ['  ', ['Informe o CNPJ.']],
    [undefined, ['Informe o CNPJ.']],
    [{}, ['Informe o CNPJ.']],
    ['00.000.000/0000-00', digits],
    ['11.111.111/1111-11', digits],
    ['11.222.333/0001-82', digits],
    ['12.ABC.345/01DE-36', digits],
    ['12.ABD.345/01DE-35', digits],
    ['12.ABC.345/01DE-3A', form],
    ['11.222.333/0001-8', form],
    ['11.222.333/0001-811', form],
    ['1ı.222.333/0001-81', form],
    ['não sei', form],
  ])('rejects %j', (typed, messages) => {
    expect(messageOf(typed)).toEqual(messages);
  });

  it('detects a single mistyped digit by the check digits', () => {
    const right = '11222333000181';
    for (const [index, digit] of [...right].entries()) {
      const wrong = String((Number(digit) + 1) % 10);
      expect(messageOf(right.slice(0, index) + wrong + right.slice(index + 1))).toEqual(digits);
    }
  });

  it('rejects a very long text', () => {
    expect(messageOf('9'.repeat(1_000_000))).toEqual(form);
  });
});
