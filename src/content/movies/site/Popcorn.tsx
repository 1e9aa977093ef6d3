/** Renders the drawn popcorn, a decoration that loads after the main picture; with `lazy`, once it comes near. */
export const Popcorn = ({ lazy = false }: { lazy?: boolean }) => (
  <img
    className="popcorn"
    src="/brand/pipoca.webp"
    width="512"
    height="512"
    alt=""
    {...(lazy ? { loading: 'lazy', decoding: 'async' } : { fetchPriority: 'low' })}
  />
);
