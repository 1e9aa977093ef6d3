// Queries as shoppers type them: without accents, with slips, with brands and sizes, in the words of their region.
// Each line says what a shopper who types it wants to see first: «query = kind title», or the address of a page.
// Several right answers are separated by «|». The records are those of the demo content. The lines were written from
// the content and from how people search, not from what the search returns: correct a line only if it is wrong.

export const SHOPPER_QUERIES = `
# Products
picanha = offer Picanha bovina
picanha barata = offer Picanha bovina
picanha maturada em promoção = offer Picanha bovina
frango = offer Coxa de frango
costela de porco = offer Costela suína
hamburguer = offer Carne para hambúrguer
carne moida = offer Carne para hambúrguer
bacon fatiado = offer Bacon em fatias
tomates = offer Tomate italiano
abacates maduros = offer Abacate
batata = offer Batata inglesa
brocoli = offer Brócolis
limão taiti = offer Limão siciliano
coco = offer Coco seco
melansia = offer Melancia inteira
camarao = offer Camarão médio
camarão limpo kg = offer Camarão médio
peixe = offer Tilápia | leaflet Ofertas do dia
pao = offer Pão francês | offer Pão de forma caseiro
paozinho = offer Pão francês | offer Pão de forma caseiro
pão de forma = offer Pão de forma caseiro
bolo = offer Bolo em fatia | offer Bolo de aniversário
bolo aniversario = offer Bolo de aniversário
bolacha = offer Biscoito com gotas
biscoito vo zefa = offer Biscoito com gotas
donut = offer Rosquinha
queijo prato fatiado = offer Queijo prato
queijo = offer Queijo prato
leite = offer Leite integral
leite 1l = offer Leite integral
leite campina nova = offer Leite integral
manteiga = offer Manteiga com sal
ovo = offer Ovos brancos
cartela de ovos = offer Ovos brancos
cafe = offer Café torrado e moído
café serra alta 500g = offer Café torrado e moído
sal = offer Sal grosso
cha = offer Chá verde
cerveja = offer Cerveja puro malte em lata
cervja = offer Cerveja puro malte em lata
breja gelada = offer Cerveja puro malte em lata
refri = offer Refrigerante de guaraná
refrigerente 2 litros = offer Refrigerante de guaraná
guarana = offer Refrigerante de guaraná
vinho vale do sol = offer Vinho tinto seco
champanhe = offer Espumante brut
agua de coco = offer Água de coco
sabonete liqudo = offer Sabonete líquido
papel higienico = offer Papel higiênico
papel ijienico = offer Papel higiênico
papel nuvem = offer Papel higiênico
bucha de lavar louça = offer Esponja de cozinha
sabão em pó = offer Sabão em barra
vasoura = offer Vassoura
luva = offer Luvas de borracha
carne = offer Carne para hambúrguer | offer Carne de siri
mistura = offer Picanha bovina | offer Coxa de frango | offer Costela suína | offer Carne para hambúrguer | offer Salsicha
frutas = recipe Fruta no ponto: como escolher na banca | offer Banana prata | offer Melancia inteira | offer Uva roxa | page Hortifrúti
produtos de limpeza = offer Sabão em barra | offer Vassoura | offer Esponja de cozinha | offer Balde de 10 litros | offer Sabonete líquido | offer Papel higiênico
frios = offer Queijo prato | offer Manteiga com sal | offer Leite integral | offer Ovos brancos
hortifruti = page Hortifrúti
padaria = page Padaria
acougue = page Açougue
peixaria = page Peixaria

# Leaflets and offers
ofertas = /offers
promoçao = /offers
ofertas do dia = /booklets-day
oferta de hoje = /booklets-day
encarte = /booklets-day | /booklet
folheto de ofertas = /booklets-day | /booklet
encarte da quinzena = /booklet
quarta verde = page Quarta verde: fruta da estação

# Recipes
churrasco = page Carnes e churrasco | page Churrasco de sábado começa aqui. | recipe Picanha na brasa com vinagrete
receita de churrasco = page Carnes e churrasco | recipe Picanha na brasa com vinagrete | recipe Espetinho de frango com abacaxi | recipe Costela de forno no papel
moqueca = recipe Moqueca de domingo
muqueca de peixe = recipe Moqueca de domingo
bolo de cenoura = recipe Bolo de cenoura com chocolate
pao de queijo = recipe Pão de queijo que estala
receita pao de queijo = recipe Pão de queijo que estala
baiao de dois = recipe Baião de dois da Fátima
feijoada = recipe Feijoada leve de quarta
brigadero = recipe Brigadeiro de festa
pudim de leite = recipe Pudim sem furinho
tapioca = recipe Tapioca de queijo coalho com coco
cuzcuz = recipe Cuscuz com ovo e manteiga
vatapa = recipe Vatapá de panela
caldo verde = recipe Caldo verde de noite fria
sopa = recipe Caldo verde de noite fria | page Saladas e caldos
torta de limao = recipe Torta de limão com merengue
macarrão = recipe Macarronada com almôndegas
almondega = recipe Macarronada com almôndegas
espetinho = recipe Espetinho de frango com abacaxi
sobremesa = page Doces e sobremesas | recipe Pudim sem furinho | recipe Brigadeiro de festa | recipe Torta de limão com merengue | recipe Bolo de cenoura com chocolate
salada = recipe Salada de abacate com manga | page Saladas e caldos
receitas = /tips-and-recipes
receita facil = /tips-and-recipes
vinagrete = recipe Picanha na brasa com vinagrete
carne de sol = recipe Escondidinho de carne de sol
aipim = recipe Escondidinho de carne de sol
como guardar coentro = recipe Ervas frescas por duas semanas
como fazer arroz = recipe Arroz soltinho, sem segredo
arroz 5kg = recipe Arroz soltinho, sem segredo
feijao preto = recipe Feijoada leve de quarta
lanche da tarde = page Lanches e café | recipe Tapioca de queijo coalho com coco | recipe Cuscuz com ovo e manteiga | recipe Pão de queijo que estala
almoço de domingo = recipe Moqueca de domingo | recipe Salpicão de domingo

# Branches, services, addresses and hours
filiais = /branches
loja mais perto de mim = /branches
endereço = /branches | /contacts
horario de funcionamento = /branches
que horas fecha = /branches
abre domingo = /branches | question Vocês abrem em feriado?
abre no feriado = question Vocês abrem em feriado?
natal = branch Aurora Praia
fortaleza = branch Shopping Aurora | branch Aurora Centro
recife = branch Aurora Jardim
brasilia = branch Aurora Lago
loja em salvador = branch Aurora Estação
belo horizonte mg = branch Aurora Serra
ponta negra = branch Aurora Praia
aurora centro = branch Aurora Centro
rua das flores = branch Aurora Centro
avenida sol nascente 1200 = branch Shopping Aurora
estacionamento = page Estacionamento | question Tem estacionamento, cadeira de rodas e caixa preferencial?
estacionamento gratis = page Estacionamento | branch Shopping Aurora
farmacia = branch Shopping Aurora | branch Aurora Norte | branch Aurora Estação | branch Aurora Serra | branch Aurora Lago
farmacia 24 horas = branch Shopping Aurora | branch Aurora Norte | branch Aurora Estação | branch Aurora Serra | branch Aurora Lago
loterica = branch Shopping Aurora | branch Aurora Centro
caixa eletronico = branch Shopping Aurora | branch Aurora Centro | branch Aurora Norte | branch Aurora Estação
posto de gasolina = branch Aurora Norte
carregar carro eletrico = branch Aurora Lago | branch Shopping Aurora
wifi = branch Shopping Aurora | branch Aurora Praia | branch Aurora Jardim | branch Aurora Estação | branch Aurora Lago | page Um passeio inteiro debaixo do mesmo teto.
fraldario = page Espaço da família | branch Shopping Aurora | branch Aurora Norte | branch Aurora Jardim | branch Aurora Serra
pode entrar com cachorro = branch Aurora Praia | branch Aurora Jardim | branch Aurora Lago
pet = shop Patinha Amarela | branch Aurora Praia | branch Aurora Jardim | branch Aurora Lago

# Contact, help and delivery
telefone = /contacts
whatsapp = /contacts
fale conosco = /contacts
sac = /contacts
reclamaçao = /contacts | question Quando procuro a Ouvidoria?
ouvidoria = question Quando procuro a Ouvidoria? | /contacts
ajuda = /help
entrega em domicilio = question Vocês entregam em casa?
delivery = question Vocês entregam em casa?
retirar na loja = question Posso pedir e só buscar na loja?
trocar produto = question Comprei na loja e me arrependi. Posso trocar?
devolução = question Comprei na loja e me arrependi. Posso trocar? | question Comprei pelo WhatsApp ou pelo telefone e desisti. E agora?
produto vencido = question Levei para casa um produto vencido ou estragado.
veio com defeito = question O produto veio com defeito. Quanto tempo tenho para reclamar?
perdi a nota fiscal = question Perdi a nota. Ainda consigo trocar?
formas de pagamento = question Como posso pagar? | question Posso dividir a conta em duas formas de pagamento?
aceita pix = question Como posso pagar?
vale alimentaçao = question Vocês aceitam vale-alimentação?
parcelar = question Dá para parcelar?
perdi minha carteira na loja = question Esqueci uma coisa na loja.
achados e perdidos = question Esqueci uma coisa na loja.
preço diferente no caixa = question O preço no caixa é diferente do da prateleira. Qual vale?

# Store card
cartão = /debit-cards
cartao aurora = /debit-cards
fazer cartao = /debit-cards | question Quem pode pedir o Cartão Aurora?
segunda via da fatura = question Onde vejo e pago a fatura?
fatura atrasada = question Atrasei a fatura. O que acontece?
cancelar cartao = question Como cancelo o cartão?

# Cinema
cinema = /cinema
filmes em cartaz = /cinema
dragao da serra = movie O dragão da serra
lata e flor = movie Lata e Flor
filme de terror = movie Maré alta
filme infantil animação = movie Lua de pipoca | movie Lata e Flor
preço do ingresso = /cinema
meia entrada = question Quem paga meia-entrada no cinema? | page Meia-entrada no cinema
sessao azul = page Sessão azul

# Shopping centre
shopping = /shopping | branch Shopping Aurora
praça de alimentaçao = page Praça de alimentação
livraria = shop Livraria Pé de Página
sorveteria = shop Gelateria Serenata
sapato = shop Sapataria Passo Largo
brinquedos = shop Pião Brinquedos
floricultura = shop Jardim de Bolso
roupa = shop Varanda Moda
oculos = shop Ótica Claridade
pet shop = shop Patinha Amarela
raçao de cachorro = shop Patinha Amarela
conserto de celular = shop Tomada Certa
violao = shop Compasso Instrumentos

# Jobs
vaga de caixa = vacancy Operador ou operadora de caixa
vagas = /vacancies
emprego = /vacancies
trabalhar na loja = /vacancies | /work-with-us
vaga de padeiro = vacancy Padeiro ou padeira
açougueiro = vacancy Açougueiro ou açougueira
estagio = vacancy Estágio em nutrição
menor aprendiz = vacancy Jovem aprendiz de loja
emprego temporario = vacancy Operador ou operadora de caixa
vaga pcd = vacancy Banco de talentos para pessoas com deficiência
mandar curriculo = /work-with-us

# The chain
lista de compras = /list
quem somos = /about
privacidade = /privacy
lgpd = /privacy
acessibilidade = /accessibility
`;
