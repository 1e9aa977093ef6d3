import { DEPARTMENTS, type Department } from '../pricing/offer.types.ts';
import { itemKey } from './shoppingLine.ts';
import type { NewShoppingItem } from './shoppingList.ts';

// Aisles by frequent words, loaded by the page of the shopping list only.

/** Department of an item; `other` if it is not known. */
export type Aisle = Department | 'other';

export const AISLES: Record<Aisle, string> = { ...DEPARTMENTS, other: 'Outros' };
const isAisle = (value: unknown): value is Aisle => typeof value === 'string' && Object.hasOwn(AISLES, value);

/** Words in the singular, by department; the longest match at the start of a name decides. */
const WORDS: Record<Department, string> = {
  produce:
    'abacate,abacaxi,abobora,jerimum,abobrinha,acelga,acerola,agriao,aipim,alecrim,alface,alho,ameixa,amora,banana,batata,berinjela,beterraba,brocolis,broto,caju,caqui,carambola,cebola,cebolinha,cenoura,cheiro verde,chuchu,coco,coentro,cogumelo,couve,espinafre,figo,folha de louro fresco,framboesa,fruta,gengibre,goiaba,graviola,hortela,inhame,jabuticaba,jaca,jilo,kiwi,laranja,legume,limao,louro,maca,macaxeira,mamao,mandioca,mandioquinha,manga,manjericao,maracuja,maxixe,melancia,melao,mexerica,milho verde espiga,morango,nabo,nectarina,pepino,pera,pessego,pimenta de cheiro,pimenta dedo de moca,pimentao,pitanga,quiabo,rabanete,repolho,rucula,salada,salsa,salsinha,tangerina,tomate,tomatinho,umbu,uva,vagem,verdura,cara,erva,folha de hortela,folha de manjericao',
  butcher:
    'acem,alcatra,almondega crua,asa,bacon,bife,bisteca,calabresa,carne,charque,coracao,costela,costelinha,coxa,coxao,sobrecoxa,cupim,drumet,file,figado,fraldinha,frango,galeto,galinha,jaba,lagarto,linguica,lombo,maminha,medalhao,mignon,moela,musculo,orelha,ossobuco,paio,paleta,patinho,pato,peito,pernil,peru,picanha,porco,sobrepaleta,toucinho,torresmo,bode,carneiro,cordeiro,rabada,mocoto,dobradinha',
  fish: 'peixe,file de peixe,file de tilapia,file de merluza,posta de peixe,camarao,bacalhau,tilapia,salmao,merluza,pescada,caranguejo,siri,lagosta,lula,polvo,mexilhao,ostra,cavala,cioba,tambaqui,pargo,robalo,sardinha fresca,arraia,marisco',
  bakery:
    'pao,baguete,bolo,bisnaga,bisnaguinha,broa,brioche,ciabatta,croissant,torta,torrada,rosca,sonho,salgado,coxinha,empada,panetone,massa de pastel,biscoito caseiro,sequilho,cuca',
  dairy:
    'leite,iogurte,queijo,requeijao,manteiga,margarina,nata,creme de leite fresco,coalhada,ricota,mussarela,mucarela,muzzarella,parmesao,presunto,mortadela,peito de peru,salame,salsicha,blanquet,apresuntado,frio,petit suisse,cream cheese,ovo,bebida lactea,doce de leite pastoso,kefir,massa fresca,lasanha fresca',
  frozen:
    'sorvete,acai,polpa,pizza,lasanha,hamburguer,nugget,empanado,batata frita congelada,batata congelada,pao de queijo,gelo,picole,legume congelado,ervilha congelada,almondega,escondidinho,prato pronto',
  grocery:
    'arroz,feijao,acucar,adocante,amendoim,amido,aveia,azeite,azeitona,ameixa seca,atum,bala,barra de cereal,batata palha,biscoito,bolacha,bombom,brigadeiro,cacau,cafe,caldo,canela,canjica,castanha,catchup,ketchup,cereal,cha,chocolate,coco ralado,colorau,cominho,confeito,corante,cravo,creme de leite,cuscuz,curry,doce,ervilha,essencia,extrato,farinha,farofa,fava,fermento,flocao,floco de milho,folha de louro,fuba,gelatina,geleia,gergelim,glucose,goiabada,goma,grao de bico,granola,granulado,leite condensado,leite de coco,leite em po,lentilha,linhaca,macarrao,maionese,maisena,massa,mel,melado,milho,mistura para bolo,molho,mostarda,mungunza,noz,oleo,oregano,paprica,passoca,pacoca,palmito,passa,uva passa,pimenta,pipoca,polvilho,proteina de soja,pure de batata,quinoa,rapadura,sagu,sal,salgadinho,sardinha,sazon,seleta,shoyu,soja,sopa,suspiro,tapioca,tempero,trigo,vinagre,xarope,chia,chips,chiclete,creme de avela,farelo,semente,acafrao,baunilha,dende,batata chips,rap 10,wrap,pao sirio,nescau,achocolatado,toddy,miojo,lamen,espaguete,penne,parafuso',
  drinks:
    'agua,refrigerante,suco,nectar,cerveja,chope,vinho,vodca,vodka,uisque,whisky,cachaca,gin,rum,licor,espumante,champanhe,energetico,isotonico,guarana,coca,pepsi,fanta,sprite,cha gelado,mate,bebida,cajuina,xarope de guarana,conhaque,catuaba,tequila,refresco',
  cleaning:
    'agua sanitaria,alcool,alvejante,amaciante,balde,cera,cloro,desengordurante,desinfetante,desentupidor,detergente,escova de lavar,esponja,bombril,flanela,inseticida,lava louca,lava roupa,limpa vidro,limpador,lixeira,lustra movel,luva,multiuso,naftalina,pano,papel toalha,papel aluminio,filme plastico,filme de pvc,guardanapo,rodo,sabao,saco de lixo,saco para lixo,sanitizante,soda caustica,tira mancha,vassoura,veja,purificador,repelente de inseto,fosforo,isqueiro,vela,copo descartavel,prato descartavel,palito,saponaceo',
  hygiene:
    'absorvente,acetona,algodao,antisseptico,aparelho de barbear,barbeador,batom,condicionador,cotonete,haste flexivel,creme,curativo,desodorante,enxaguante,esmalte,escova,fio dental,gel,hidratante,lamina,lenco,maquiagem,mascara,papel higienico,pasta de dente,perfume,preservativo,camisinha,protetor solar,repelente,sabonete,shampoo,xampu,talco,tintura,tinta de cabelo,colonia,removedor de esmalte,locao',
  baby: 'fralda,lenco umedecido,papinha,mamadeira,chupeta,formula infantil,leite infantil,pomada de assadura,mucilon,composto lacteo,talco de bebe,shampoo infantil,bebe,assadura',
  pet: 'racao,areia de gato,areia higienica,granulado higienico,petisco,osso para cachorro,tapete higienico,coleira,sache para gato,sache para cachorro,antipulga,brinquedo de cachorro,cachorro,gato',
  home: 'lampada,pilha,bateria,toalha,lencol,travesseiro,panela,frigideira,prato,copo,talher,garfo,faca,colher,pote,garrafa termica,forma,assadeira,forminha,cabide,extensao,fita,cola,caderno,caneta,lapis,papel,envelope,carvao,acendedor,espeto,churrasqueira,tabua,vaso,cadeira,guarda chuva,tesoura,jarra,balao,vela de aniversario,sacola,cesto,pneu,oleo de motor,meia,chinelo,cueca,calcinha,camiseta',
  electronics:
    'ventilador,liquidificador,batedeira,ferro,cafeteira,micro ondas,microondas,air fryer,fritadeira,geladeira,fogao,televisao,tv,celular,carregador,cabo,fone,caixa de som,notebook,mouse,teclado,sanduicheira,panela eletrica,secador,prancha,aspirador,maquina de lavar,freezer,bebedouro,controle remoto',
};

let wordIndex: Map<string, Department> | undefined;

function departmentsByWord(): Map<string, Department> {
  wordIndex ??= new Map(
    Object.entries(WORDS).flatMap(([department, words]) =>
      words.split(',').map((word) => [itemKey(word), department as Department] as const),
    ),
  );
  return wordIndex;
}

const MAX_WORDS = 4;

/** Returns the aisle of the first word that is known: a noun precedes its adjectives in Portuguese. */
export function aisleOf(name: string): Aisle {
  const words = itemKey(name).split(' ').slice(0, 8);
  for (const [at] of words.entries())
    for (let length = MAX_WORDS; length > 0; length -= 1) {
      const found = departmentsByWord().get(words.slice(at, at + length).join(' '));
      if (found) return found;
    }
  return 'other';
}

/** Groups items by aisle in the shop's order, each in the order of the list. */
export function groupByAisle<T extends NewShoppingItem>(items: readonly T[]): [Aisle, T[]][] {
  const found = new Map<Aisle, T[]>();
  for (const item of items) {
    const aisle = isAisle(item.aisle) ? item.aisle : aisleOf(item.name);
    found.set(aisle, [...(found.get(aisle) ?? []), item]);
  }
  return (Object.keys(AISLES) as Aisle[]).flatMap((aisle) => {
    const group = found.get(aisle);
    return group ? [[aisle, group] satisfies [Aisle, T[]]] : [];
  });
}
