export default function PersonalData(){return null}
