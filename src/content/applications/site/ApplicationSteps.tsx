/** Tells applicants, on a slip of paper, what happens after they sent their application. */
export const ApplicationSteps = () => (
  <aside className="apply-next" aria-labelledby="depois">
    <h2 className="d4" id="depois">
      O que acontece depois
    </h2>
    <ol>
      <li>
        <span>
          Você recebe a confirmação por <span className="nowrap">e-mail</span>.
        </span>
      </li>
      <li>A nossa equipe lê com calma.</li>
      <li>
        <span>
          Se combinar com a vaga, a gente chama você por <span className="nowrap">e-mail</span> ou telefone.
        </span>
      </li>
    </ol>
    <a className="link" href="/vacancies">
      Ver as vagas abertas
    </a>
  </aside>
);
