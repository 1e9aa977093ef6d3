import { Icon } from '../../ui/Icon.tsx';
import { SiteLink } from '../../ui/site/SiteLink.tsx';
import { blocksOf, type Piece } from './answerText.ts';
import type { PublicQuestion } from './question.contract.ts';
import { questionAnchor } from './question.types.ts';

interface Props {
  questions: readonly PublicQuestion[];
  /** The page that they are on, for what is shared of it. */
  page: string;
  /** What was searched for is there to be read. */
  open?: boolean;
}

/**
 * Each opens by itself, also for the browser's own search and for its address: that is why what is led to is the
 * answer, within what opens.
 */
export function Questions({ questions, page, open = false }: Props) {
  return (
    <div className="faq">
      {questions.map((one) => (
        <details key={one.uuid} open={open}>
          <summary>
            <h3 className="d4">{one.question}</h3>
            <Icon name="chevron-down" />
          </summary>
          <div className="answer" id={questionAnchor(one)}>
            <Answer text={one.answer} />
            <a
              className="link sm"
              href={`#${questionAnchor(one)}`}
              data-share={`${page}#${questionAnchor(one)}`}
              data-title={one.question}
            >
              <Icon name="share-2" />
              <span aria-live="polite">Compartilhar</span>
              <span className="sr-only">: {one.question}</span>
            </a>
          </div>
        </details>
      ))}
    </div>
  );
}

function Answer({ text }: { text: string }) {
  return blocksOf(text).map((block, place) =>
    block.kind === 'text' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text has no names for its lines, and is rendered once
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

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
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
