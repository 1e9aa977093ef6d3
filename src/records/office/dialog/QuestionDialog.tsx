import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { setQuestions } from './questions.ts';

// Seldom needed: it loads on demand.
const ConfirmDialog = lazy(() =>
  import('./ConfirmDialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Question {
  text: string;
  end: (isYes: boolean) => void;
}

/** Asks for a confirmation over any screen before a call publishes unlikely values. */
export function QuestionDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  const open = useRef<Question | null>(null);
  useEffect(() => {
    const takeBack = setQuestions(
      (text) =>
        new Promise((end) => {
          open.current?.end(false);
          open.current = { text, end };
          setQuestion(open.current);
        }),
    );
    return () => {
      takeBack();
      open.current?.end(false);
    };
  }, []);
  const answer = (isYes: boolean) => {
    setQuestion(null);
    open.current?.end(isYes);
    open.current = null;
  };
  return (
    question && (
      <Suspense>
        <ConfirmDialog
          open
          title="Confira antes de publicar"
          cancelLabel="Não publicar"
          confirm={{ label: 'Publicar assim mesmo' }}
          onConfirm={() => answer(true)}
          onClose={() => answer(false)}
        >
          <p>{question.text}</p>
        </ConfirmDialog>
      </Suspense>
    )
  );
}
