import { parseAbi } from "viem"

/** What the index reads of lending, the vault and vesting: events, and views for what events do not tell. */

export const loanBookAbi = parseAbi([
  "event LoanCreated(address indexed user, uint256 indexed loanId, address token, uint256 collateralAmount, uint256 borrowedAmount, uint256 liquidationTime)",
  "event LeverageCreated(address indexed user, uint256 indexed loanId, address token, uint256 collateralAmount, uint256 borrowedAmount, uint256 liquidationTime)",
  "event LoanExtended(address indexed user, uint256 indexed loanId, bool isLeverage, uint256 numberOfDays, uint256 newLiquidationTime)",
  "event LoanIncreased(address indexed user, uint256 indexed loanId, uint256 amountAdded, uint256 additionalBorrow, uint256 newCollateralAmount)",
  "event PartialLoanSell(address indexed user, uint256 indexed loanId, uint256 percentage, bool isLeverage, uint256 residualTokens)",
  "event LoanRepaid(address indexed user, uint256 indexed loanId)",
  "event LoanLiquidated(address indexed user, uint256 indexed loanId, address liquidator)",
  "event LiquidationClaimed(address indexed user, uint256 indexed loanId, bool isLeverage, uint256 claimed)",
  "struct LeverageDetails { uint256 leverageBuyAmount; uint256 cashedOut; }",
  "struct LoanDetails { address user; address token; uint256 collateralAmount; uint256 liquidatedAmount; uint256 fullAmount; uint256 borrowedAmount; uint256 liquidationTime; uint256 liquidationClaim; bool isLiquidated; bool active; uint256 creationTime; uint256 timeOfClosure; LeverageDetails leverage; }",
  "function leverages(address user, uint256 loanId) view returns (LoanDetails)",
])

export const loanHubAbi = parseAbi([
  "event LoanCreated(address indexed user, uint256 hubId, uint256 coreId, uint256 borrowed)",
  "event LoanRepaid(address indexed user, uint256 hubId)",
  "event LoanExtended(address indexed user, uint256 hubId, uint256 addDays, bool refinance)",
  "event LoanIncreased(address indexed user, uint256 hubId, uint256 amountAdded, uint256 borrowed)",
  "event PartialLoanSold(address indexed user, uint256 hubId, uint256 percentage, uint256 received)",
  "event LiquidationClaimed(address indexed user, uint256 hubId, uint256 claimed)",
  "struct UserLoanDetails { uint256 hubId; address ecosystem; uint256 coreLoanId; address collateralToken; address token; uint256 collateralAmount; uint256 liquidatedAmount; uint256 fullAmount; uint256 borrowedAmount; uint256 liquidationTime; uint256 liquidationClaim; bool isLiquidated; bool active; uint256 creationTime; }",
  "function getUserLoanDetails(address user, uint256 hubId) view returns (UserLoanDetails)",
  "function coreLoans(uint256 coreId) view returns (address user, uint256 hubId)",
])

export const stakingVaultAbi = parseAbi([
  "event Transfer(address indexed from, address indexed to, uint256 value)",
  "event Bought(address indexed user, uint256 stasisSpent, uint256 wStasisReceived)",
  "event Sold(address indexed user, uint256 wStasisSold, uint256 stasisReceived)",
  "event Locked(address indexed user, uint256 amount)",
  "event Unlocked(address indexed user, uint256 amount)",
  "event YieldInjected(uint256 usdcAmount, uint256 stasisAdded)",
  "event LoanTaken(address indexed user, uint256 hubId, uint256 stasisCollateralUsed)",
  "event LoanAdded(address indexed user, uint256 hubId, uint256 additionalStasis, uint256 usdcReceived)",
  "event LoanExtended(address indexed user, uint256 hubId, uint256 daysAdded)",
  "event LoanRepaid(address indexed user, uint256 hubId, uint256 stasisCollateralReturned)",
  "event LiquidationProcessed(address indexed user, uint256 wStasisBurned)",
  "function convertToAssets(uint256 shares) view returns (uint256)",
  "function userVaults(address user) view returns (uint256 lockedWStasis, uint256 pledgedStasis, uint256 hubId, bool hasActiveLoan)",
])

export const vestingAbi = parseAbi([
  "event VestingCreated(uint256 vestingId, address creator, address beneficiary, address token, uint256 totalAmount)",
  "event TokensClaimed(uint256 vestingId, uint256 amount)",
  "event VestingExtended(uint256 vestingId, uint256 additionalDays)",
  "event BeneficiaryChanged(uint256 vestingId, address oldBeneficiary, address newBeneficiary)",
  "event VestingUpdated(uint256 vestingId, address creator, address beneficiary, address token, uint256 totalAmount)",
  "event CreatorRoleTransferred(uint256 vestingId, address oldCreator, address newCreator)",
  "event LoanTaken(uint256 vestingId, uint256 loanId, uint256 tokenAmount, uint256 loanDurationDays)",
  "event LoanRepaid(uint256 vestingId, uint256 loanId)",
  "event VestingLiquidated(uint256 vestingId, uint256 loanId, uint256 returnedAmount, uint256 totalAmount)",
  "function vestingSchedules(uint256 vestingId) view returns (address creator, address beneficiary, address token, address ecosystem, uint256 totalAmount, uint256 claimedAmount, uint256 startTime, uint256 durationInDays, uint256 unlockTime, bool isGradual, uint256 activeLoanId, string memo, uint8 timeUnit)",
])
