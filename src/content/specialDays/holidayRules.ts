// Written by `node scripts/holidays.mjs` from date-holidays 3.37.0 (commenthol), whose data is from Wikipedia and
// available under CC BY-SA 3.0, as this file is: https://pt.wikipedia.org/wiki/Feriados_no_Brasil

/**
 * Annual day: a date, an offset from Easter in days, or a weekday of a month. `holidays.ts` parses the rule.
 */
export interface HolidayRule {
  rule: string;
  name: string;
  /**
   * `optional`: public offices and banks close, though the day is no legal holiday; `observance`: a family
   * day.
   */
  kind: 'holiday' | 'optional' | 'observance';
  /** Two-letter code; absent for national holidays. */
  state?: string;
}

export const HOLIDAYS: readonly HolidayRule[] = [
  { rule: '01-01', name: 'Ano-Novo', kind: 'holiday' },
  { rule: '04-21', name: 'Tiradentes', kind: 'holiday' },
  { rule: 'easter -48', name: 'Carnaval', kind: 'optional' },
  { rule: 'easter -47', name: 'Carnaval', kind: 'optional' },
  { rule: 'easter -2', name: 'Sexta-feira Santa', kind: 'holiday' },
  { rule: 'easter', name: 'Páscoa', kind: 'optional' },
  { rule: '05-01', name: 'Dia do Trabalho', kind: 'holiday' },
  { rule: '2nd sunday in May', name: 'Dia das Mães', kind: 'observance' },
  { rule: 'easter 60', name: 'Corpus Christi', kind: 'optional' },
  { rule: '2nd sunday in August', name: 'Dia dos Pais', kind: 'observance' },
  { rule: '09-07', name: 'Independência do Brasil', kind: 'holiday' },
  { rule: '10-12', name: 'Nossa Senhora Aparecida', kind: 'holiday' },
  { rule: '1st sunday in October in even years', name: 'Eleições', kind: 'holiday' },
  { rule: '1st sunday before 11-01 in even years', name: 'Eleições', kind: 'holiday' },
  { rule: '11-02', name: 'Finados', kind: 'holiday' },
  { rule: '11-15', name: 'Proclamação da República', kind: 'holiday' },
  { rule: '11-20', name: 'Consciência Negra', kind: 'holiday' },
  { rule: '12-24', name: 'Véspera de Natal', kind: 'optional' },
  { rule: '12-25', name: 'Natal', kind: 'holiday' },
  { rule: '12-31', name: 'Véspera de Ano-Novo', kind: 'optional' },
  { rule: '01-12', name: 'Dia do Evangélico', kind: 'holiday', state: 'AC' },
  { rule: '03-08', name: 'Dia Internacional da Mulher', kind: 'holiday', state: 'AC' },
  { rule: '06-15', name: 'Aniversário do estado', kind: 'holiday', state: 'AC' },
  { rule: '09-05', name: 'Dia da Amazônia', kind: 'holiday', state: 'AC' },
  { rule: '11-17', name: 'Assinatura do Tratado de Petrópolis', kind: 'holiday', state: 'AC' },
  { rule: '06-24', name: 'São João', kind: 'holiday', state: 'AL' },
  { rule: '06-29', name: 'São Pedro', kind: 'holiday', state: 'AL' },
  { rule: '09-16', name: 'Emancipação política', kind: 'holiday', state: 'AL' },
  { rule: '11-20', name: 'Morte de Zumbi dos Palmares', kind: 'holiday', state: 'AL' },
  { rule: '09-05', name: 'Elevação do Amazonas à categoria de província', kind: 'holiday', state: 'AM' },
  { rule: '03-19', name: 'Dia de São José', kind: 'holiday', state: 'AP' },
  { rule: '09-13', name: 'Criação do Território Federal', kind: 'holiday', state: 'AP' },
  { rule: '07-02', name: 'Independência da Bahia', kind: 'holiday', state: 'BA' },
  { rule: '03-25', name: 'Data Magna', kind: 'holiday', state: 'CE' },
  { rule: '04-21', name: 'Fundação de Brasília', kind: 'holiday', state: 'DF' },
  { rule: '11-30', name: 'Dia do Evangélico', kind: 'holiday', state: 'DF' },
  { rule: 'easter 8', name: 'Dia de Nossa Senhora da Penha', kind: 'holiday', state: 'ES' },
  { rule: '07-26', name: 'Fundação da Cidade de Goiás', kind: 'holiday', state: 'GO' },
  { rule: '10-24', name: 'Lançamento da pedra fundamental de Goiânia', kind: 'holiday', state: 'GO' },
  { rule: '07-28', name: 'Adesão do Maranhão à independência do Brasil', kind: 'holiday', state: 'MA' },
  { rule: '04-21', name: 'Data Magna', kind: 'holiday', state: 'MG' },
  { rule: '10-11', name: 'Criação do estado', kind: 'holiday', state: 'MS' },
  { rule: '08-15', name: 'Adesão do Grão-Pará à independência do Brasil', kind: 'holiday', state: 'PA' },
  { rule: '07-26', name: 'Homenagem à memória do ex-presidente João Pessoa', kind: 'holiday', state: 'PB' },
  { rule: '08-05', name: 'Nossa Senhora das Neves', kind: 'holiday', state: 'PB' },
  { rule: '1st sunday in March', name: 'Revolução Pernambucana de 1817', kind: 'holiday', state: 'PE' },
  { rule: '10-19', name: 'Dia do Piauí', kind: 'holiday', state: 'PI' },
  { rule: '12-19', name: 'Emancipação política do estado do Paraná', kind: 'holiday', state: 'PR' },
  { rule: 'easter -47', name: 'Carnaval', kind: 'holiday', state: 'RJ' },
  { rule: '04-23', name: 'Dia de São Jorge', kind: 'holiday', state: 'RJ' },
  { rule: '3rd tuesday in October', name: 'Dia do Comércio', kind: 'observance', state: 'RJ' },
  { rule: '10-03', name: 'Mártires de Cunhaú e Uruaçu', kind: 'holiday', state: 'RN' },
  { rule: '01-04', name: 'Criação do estado', kind: 'holiday', state: 'RO' },
  { rule: '06-18', name: 'Dia do Evangélico', kind: 'holiday', state: 'RO' },
  { rule: '10-05', name: 'Criação do estado', kind: 'holiday', state: 'RR' },
  { rule: '09-20', name: 'Proclamação da República Rio-Grandense', kind: 'holiday', state: 'RS' },
  { rule: '07-08', name: 'Emancipação política de Sergipe', kind: 'holiday', state: 'SE' },
  { rule: '07-09', name: 'Revolução Constitucionalista', kind: 'holiday', state: 'SP' },
  { rule: '10-05', name: 'Criação do estado', kind: 'holiday', state: 'TO' },
  { rule: '03-18', name: 'Autonomia do Estado', kind: 'holiday', state: 'TO' },
  { rule: '09-08', name: 'Nossa Senhora da Natividade', kind: 'holiday', state: 'TO' },
];
