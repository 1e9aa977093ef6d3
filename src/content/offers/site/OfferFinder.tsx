import { Icon } from '../../../ui/Icon.tsx';
import { SearchForm } from '../../../ui/site/SearchForm.tsx';
import { OFFER_SORTS, type OfferSort } from '../../pricing/offer.types.ts';
import { OFFERS_PATH, type OffersQuery, offersAddress, offersQueryFields } from '../offer.address.ts';
import type { OfferSelection } from '../offer.contract.ts';

interface Props {
  asked: OffersQuery;
  departments: OfferSelection['departments'];
  branches: readonly { uuid: string; name: string }[];
}

/** Renders search, branch and departments as a form and links, so that they work without JavaScript. */
export function OfferFinder({ asked, departments, branches }: Props) {
  const all = departments.reduce((sum, { count }) => sum + count, 0);
  const kept = offersQueryFields({ ...asked, search: '', branch: null });
  return (
    <div className="seek offers-seek">
      <SearchForm
        action={OFFERS_PATH}
        label="Buscar oferta por produto ou marca"
        placeholder="Produto ou marca"
        search={asked.search}
      >
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {branches.length > 1 && <BranchField branches={branches} chosen={asked.branch} />}
      </SearchForm>
      {departments.length > 0 && (
        <nav aria-label="Departamentos" data-finder="department">
          <ul className="rtags">
            <Choice to={{ ...asked, department: null }} name="Tudo" count={all} chosen={!asked.department} />
            {departments.map(({ department, name, count }) => (
              <Choice
                key={department}
                to={{ ...asked, department }}
                name={name}
                count={count}
                chosen={asked.department === department}
              />
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

function BranchField({ branches, chosen }: { branches: Props['branches']; chosen: string | null }) {
  return (
    <span className="pick">
      <label htmlFor="filial" className="sr-only">
        Filial
      </label>
      <select id="filial" name="filial" defaultValue={chosen ?? ''}>
        <option value="">Todas as filiais</option>
        {branches.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </span>
  );
}

function Choice({
  to,
  name,
  count,
  chosen,
}: {
  to: OffersQuery;
  name: string;
  count: number;
  chosen: boolean;
}) {
  return (
    <li>
      <a href={offersAddress({ ...to, page: 1 })} aria-current={chosen ? 'true' : undefined}>
        <span className="tag">
          {name}
          <small>{count}</small>
        </span>
      </a>
    </li>
  );
}

export function OfferSorts({ asked }: { asked: OffersQuery }) {
  return (
    <nav aria-label="Ordem" data-finder="sort" className="offers-sorts">
      <ul>
        {Object.entries(OFFER_SORTS).map(([sort, name]) => (
          <li key={sort}>
            <a
              href={offersAddress({ ...asked, sort: sort as OfferSort, page: 1 })}
              aria-current={asked.sort === sort ? 'true' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
