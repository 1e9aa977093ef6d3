import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import type { PublishableRecord } from '../../../contract/publicationPlan.ts';
import { ZONES, type Zone } from '../../../contract/zones.ts';
import { addressLink, DetailsPage } from '../../../records/office/details/DetailsPage.tsx';
import { GalleryView } from '../../../records/office/gallery/GalleryView.tsx';
import { LoadedContent, RecordSkeleton } from '../../../records/office/Loaded.tsx';
import { load } from '../../../records/office/loadScreen.ts';
import { screenMeta } from '../../../records/office/screenMeta.ts';
import { Thumb } from '../../../records/office/Thumb.tsx';
import { formatInstant, formatZipCode } from '../../../ui/format.ts';
import { formatPhone } from '../../../ui/phone.ts';
import { NETWORKS } from '../../../ui/SocialItems.tsx';
import { SOCIAL_NETWORKS } from '../../addresses/address.contract.ts';
import { branchPage } from '../../recordPages.ts';
import { getBranch, type StaffBranch } from '../branch.contract.ts';
import { branches } from '../branch.resource.ts';
import { hoursInWords } from '../hoursInWords.ts';
import { servicesInWords } from '../services.ts';

export const meta = screenMeta('Detalhes da filial');

export function clientLoader({ request, params: { uuid = '' } }: ClientLoaderFunctionArgs) {
  return load(getBranch, request, { params: { uuid } });
}

export { RecordSkeleton as HydrateFallback };

export default function BranchDetails() {
  const { answer } = useLoaderData<typeof clientLoader>();
  return (
    <LoadedContent answer={answer} skeleton={<RecordSkeleton />} back={branches.at.list}>
      {({ data }) => <Details branch={data} />}
    </LoadedContent>
  );
}

function Details({ branch }: { branch: StaffBranch & PublishableRecord }) {
  const { file, latitude, longitude, localization } = branch;
  const hours = hoursInWords(branch.hours).map(({ days, hours }) => `${days}, ${hours}`);
  return (
    <DetailsPage
      title={branch.name}
      back={{ to: branches.at.list }}
      publication={branch.publication}
      edit={{ to: branches.at.edit(branch), area: branches.area }}
      actions={
        <a className="btn btn-line btn-s" href={branchPage(branch.uuid)} target="_blank" rel="noopener">
          Ver no site
        </a>
      }
      picture={
        <>
          {file && <Thumb file={file} width={1000} alt={file.alt ?? ''} />}
          <GalleryView images={branch.galleries.url_s3.original} />
        </>
      }
      rows={[
        { label: '#', value: branch.id },
        { label: 'Nome', value: branch.name },
        { label: 'Descrição', value: branch.description },
        { label: 'E-mail', value: branch.email },
        { label: 'Telefone', value: formatPhone(branch.phone) },
        {
          label: 'Outro telefone',
          value: branch.phone_secondary && formatPhone(branch.phone_secondary),
        },
        { label: 'Rua', value: branch.road },
        { label: 'Número', value: branch.number },
        { label: 'Complemento', value: branch.complement },
        { label: 'Bairro', value: branch.district },
        { label: 'Cidade', value: `${branch.city}, ${branch.state}` },
        { label: 'CEP', value: formatZipCode(branch.zip_code) },
        { label: 'Ponto de referência', value: branch.reference },
        { label: 'Link do mapa', value: addressLink(localization) },
        {
          label: 'Latitude e longitude',
          value: latitude === null ? null : `${latitude}, ${longitude}`,
        },
        { label: 'Horário', value: hours.join('\n') },
        { label: 'Fuso horário', value: ZONES[branch.time_zone as Zone] ?? branch.time_zone },
        { label: 'Serviços', value: servicesInWords(branch.services) },
        ...SOCIAL_NETWORKS.map((network) => ({
          label: NETWORKS[network],
          value: addressLink(branch[network]),
        })),
        { label: 'Última alteração', value: formatInstant(branch.updated_at) },
      ]}
    />
  );
}
