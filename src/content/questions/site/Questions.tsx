import { Icon } from '../../../ui/Icon.tsx';
import { SiteLink } from '../../../ui/site/SiteLink.tsx';
import { type AnswerPart, parseAnswer } from '../answerText.ts';
import type { PublicQuestion } from '../question.contract.ts';
import { questionAnchor } from '../question.types.ts';

interface Props {
  questions: readonly PublicQuestion[];
  /** Address of the page, for the share button. */
  page: string;
  /** Whether the answers start unfolded, as search results do. */
  open?: boolean;
}

/**
 * Renders questions as `details` elements. The anchor is on the answer inside, because browsers unfold the
 * element when a search or a link leads there.
 */
export function Questions({ questions, page, open = false }: Props) {
  return (
    <div className="faq">
      {questions.map((question) => (
        <details key={question.uuid} open={open}>
          <summary>
            <h3 className="d4">{question.question}</h3>
            <Icon name="chevron-down" />
          </summary>
          <div className="answer" id={questionAnchor(question)}>
            <Answer text={question.answer} />
            <a
              className="link sm"
              href={`#${questionAnchor(question)}`}
              data-share={`${page}#${questionAnchor(question)}`}
              data-title={question.question}
            >
              <Icon name="share-2" />
              <span aria-live="polite">Compartilhar</span>
              <span className="sr-only">: {question.question}</span>
            </a>
          </div>
        </details>
      ))}
    </div>
  );
}

function Answer({ text }: { text: string }) {
  return parseAnswer(text).map((block, place) =>
    block.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, and the text is rendered once
      <p key={place}>
        <Pieces pieces={block.pieces} />
      </p>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <ul key={place}>
        {block.items.map((pieces, item) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={item}>
            <Pieces pieces={pieces} />
          </li>
        ))}
      </ul>
    ),
  );
}

function Pieces({ pieces }: { pieces: readonly AnswerPart[] }) {
  return pieces.map(({ text, href }) => {
    if (!href) return text;
    if (/^(mailto|tel):/.test(href))
      return (
        <a key={href} className="link" href={href}>
          {text}
        </a>
      );
    return (
      <SiteLink key={href} className="link" href={href}>
        {text}
      </SiteLink>
    );
  });
}
