/** Types of vacancies. Kept apart from the contract, so that public pages load no validation code. */
export const VACANCY_TYPES = { 1: 'Efetivo', 2: 'Temporário', 3: 'Estágio', 4: 'Jovem aprendiz' } as const;
