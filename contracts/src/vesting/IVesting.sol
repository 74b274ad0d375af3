// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ILoanOwner} from "../loans/ILoanOwner.sol";

/// @title Vesting schedules of TIDE and of every listed token
/// @notice A creator locks tokens for a beneficiary. A cliff releases all of them at its unlock time; a gradual schedule
/// releases them in equal steps from start to end. What is vested never falls, except by the liquidation of a loan that the
/// beneficiary took on the schedule. Vesting ids count from 1. Times are in seconds, amounts have 18 decimals.
/// @dev Names are fixed by the published ABI.
interface IVesting is ILoanOwner {
    /// @param ecosystem TIDE.
    /// @param startTime Start of a gradual schedule; the creation of a cliff.
    /// @param durationInDays Duration of a gradual schedule, rounded up; 0 for a cliff.
    /// @param unlockTime When everything is vested, also for a gradual schedule.
    /// @param activeLoanId Hub id of the loan on the schedule, 0 for none.
    /// @param timeUnit Step of a gradual schedule: 0 second, 1 minute, 2 hour, 3 day.
    struct VestingDetails {
        address creator;
        address beneficiary;
        address token;
        address ecosystem;
        uint256 totalAmount;
        uint256 claimedAmount;
        uint256 startTime;
        uint256 durationInDays;
        uint256 unlockTime;
        bool isGradual;
        uint256 activeLoanId;
        string memo;
        uint8 timeUnit;
    }

    /// @notice A schedule was created.
    event VestingCreated(
        uint256 vestingId, address creator, address beneficiary, address token, uint256 totalAmount
    );
    /// @notice Tokens were paid to the beneficiary.
    event TokensClaimed(uint256 vestingId, uint256 amount);
    /// @notice The end of a schedule was moved back.
    event VestingExtended(uint256 vestingId, uint256 additionalDays);
    /// @notice The creator named another beneficiary; what the old one could claim was paid before.
    event BeneficiaryChanged(uint256 vestingId, address oldBeneficiary, address newBeneficiary);
    /// @notice The creator gave its role away.
    event CreatorRoleTransferred(uint256 vestingId, address oldCreator, address newCreator);
    /// @notice Tokens were added to a schedule.
    event VestingUpdated(
        uint256 vestingId, address creator, address beneficiary, address token, uint256 totalAmount
    );
    /// @notice All unclaimed tokens of a schedule became collateral.
    /// @param loanId Hub id of the loan, whose borrower is this contract.
    event LoanTaken(uint256 vestingId, uint256 loanId, uint256 tokenAmount, uint256 loanDurationDays);
    /// @notice The loan was repaid and the collateral is back.
    event LoanRepaid(uint256 vestingId, uint256 loanId);
    /// @notice The loan was liquidated; the schedule goes on with what came back.
    event VestingLiquidated(
        uint256 vestingId, uint256 loanId, uint256 returnedAmount, uint256 totalAmount
    );
    /// @notice The operator changed the fee of a creation.
    event FeeChanged(uint256 feeAmount, bool feeEnabled);
    /// @notice The operator exempted a wallet from the fee, or no longer.
    event FeeWhitelistChanged(address indexed wallet, bool isFree);
    /// @notice The operator set the loan hub, once.
    event LoanHubSet(address loanHub);

    /// @notice There is no schedule with this id.
    error VestingNotFound(uint256 vestingId);
    /// @notice The call is reserved to the schedule's beneficiary.
    error OnlyBeneficiary();
    /// @notice The call is reserved to the schedule's creator.
    error OnlyCreator();
    /// @notice The call is reserved to the schedule's creator and beneficiary.
    error OnlyCreatorOrBeneficiary();
    /// @notice The call is reserved to listed tokens whose purchases are vested.
    error OnlyAutoVestToken();
    /// @notice The call is reserved to the loan hub.
    error OnlyLoanHub();
    /// @notice The vesting contract and the token itself could never claim.
    error InvalidBeneficiary();
    /// @notice The start lies in the past or more than 990 days ahead.
    error InvalidStartTime();
    /// @notice The unlock time is not 3,600 to 85,536,000 seconds ahead.
    error InvalidUnlockTime();
    /// @notice A schedule lasts 1 to 990 days in all; an extension has at least 1 day.
    error InvalidDuration();
    /// @notice The step is not 0 (second) to 3 (day).
    error InvalidTimeUnit();
    /// @notice A memo has at most 512 bytes.
    error MemoTooLong();
    /// @notice A batch has 1 to 50 schedules.
    error InvalidBatchSize();
    /// @notice The lists of a batch differ in length.
    error LengthMismatch();
    /// @notice The call carries less than the fee.
    error FeeTooLow(uint256 feeAmount);
    /// @notice The caller did not accept the value above the fee.
    error RefundFailed();
    /// @notice The receiver refused the fees.
    error FeeTransferFailed();
    /// @notice Nothing is claimable now.
    error NothingToClaim();
    /// @notice All tokens of the schedule have been claimed.
    error NothingToPledge();
    /// @notice The tokens of the schedule are collateral of a loan.
    error LoanActive();
    /// @notice There is no loan on the schedule.
    error NoActiveLoan();
    /// @notice There is no loan hub yet.
    error LoansUnavailable();
    /// @notice The hub has another vesting contract, or none yet.
    error InvalidLoanHub();
    /// @notice The value can be set once only.
    error AlreadySet();
    /// @notice Everything is vested already.
    error VestingEnded();
    /// @notice Neither TIDE nor a listed token.
    error UnknownToken(address token);
    /// @notice The ecosystem is not that of TIDE.
    error UnknownEcosystem(address ecosystem);
    /// @notice The amount is 0.
    error ZeroAmount();
    /// @notice The amount exceeds 128 bits.
    error AmountTooLarge();
    /// @notice The zero address is not a valid argument here.
    error ZeroAddress();

    /// @notice Locks tokens of the caller, who has approved them, and releases them step by step. Carries `feeAmount()` if
    /// `feeEnabled()`; value above the fee is returned.
    /// @param startTime Not in the past, at most 990 days ahead.
    /// @param durationInDays 1 to 990.
    /// @param timeUnit Step: 0 second, 1 minute, 2 hour, 3 day.
    /// @param memo At most 512 bytes.
    /// @param ecosystem TIDE.
    function createGradualVesting(
        address beneficiary,
        address token,
        uint256 totalAmount,
        uint256 startTime,
        uint256 durationInDays,
        uint8 timeUnit,
        string calldata memo,
        address ecosystem
    ) external payable returns (uint256 vestingId);

    /// @notice Locks tokens of the caller and releases all of them at `unlockTime`, 3,600 to 85,536,000 seconds ahead.
    /// Otherwise as `createGradualVesting`.
    function createCliffVesting(
        address beneficiary,
        address token,
        uint256 totalAmount,
        uint256 unlockTime,
        string calldata memo,
        address ecosystem
    ) external payable returns (uint256 vestingId);

    /// @notice Creates up to 50 gradual schedules with the same terms for one fee.
    function batchCreateGradualVesting(
        address[] calldata beneficiaries,
        address token,
        uint256[] calldata totalAmounts,
        string[] calldata userMemos,
        uint256 startTime,
        uint256 durationInDays,
        uint8 timeUnit,
        address ecosystem
    ) external payable returns (uint256[] memory vestingIds);

    /// @notice Creates up to 50 cliffs with the same unlock time for one fee.
    function batchCreateCliffVesting(
        address[] calldata beneficiaries,
        address token,
        uint256[] calldata totalAmounts,
        uint256 unlockTime,
        string[] calldata userMemos,
        address ecosystem
    ) external payable returns (uint256[] memory vestingIds);

    /// @notice Creates the schedule of tokens that somebody bought of a token with `autoVest`. The token, which calls this,
    /// has minted them to this contract and is the creator of record.
    function recordAutoVest(address buyer, uint256 amount) external returns (uint256 vestingId);

    /// @notice Pays what is vested and not claimed to the beneficiary, who calls this.
    function claimTokens(uint256 vestingId) external;

    /// @notice Names another beneficiary for what is not vested yet. What is vested is paid to the old one. By the creator.
    function changeBeneficiary(uint256 vestingId, address newBeneficiary) external;

    /// @notice Gives the creator's role to another wallet. By the creator.
    function transferCreatorRole(uint256 vestingId, address newCreator) external;

    /// @notice Adds tokens of the creator, who has approved them. They vest like the others.
    function addTokensToVesting(uint256 vestingId, uint256 additionalAmount) external;

    /// @notice Moves the end back. The rest vests along the longer line from the start; what is vested stays claimable. A
    /// schedule lasts at most 990 days in all. By creator or beneficiary.
    function extendVestingPeriod(uint256 vestingId, uint256 additionalDays) external;

    /// @notice Pledges all unclaimed tokens for a loan that is paid to the beneficiary, who calls this. Its days are those to
    /// the end of the schedule plus `loanBuffer()`, 10 to 1,000. Nothing can be claimed until it is repaid, and the tokens
    /// back no reward shares.
    function takeLoanOnVesting(uint256 vestingId) external;

    /// @notice Repays the loan with USDB of the beneficiary, who has approved the debt.
    function repayLoanOnVesting(uint256 vestingId) external;

    /// @notice Sets the fee in wei of the native coin, and whether it is due.
    function setFee(uint256 fee, bool isEnabled) external;

    /// @notice Exempts a wallet from the fee, or no longer.
    function setFeeWhitelist(address wallet, bool isFree) external;

    /// @notice Sets the loan hub, once, after this contract was set there.
    function setLoanHub(address loanHub) external;

    /// @notice Sends the collected fees to `to`.
    function withdrawFees(address payable to) external;

    /// @notice A schedule.
    function getVestingDetails(uint256 vestingId) external view returns (VestingDetails memory);

    /// @notice Several schedules.
    function getVestingDetailsBatch(uint256[] calldata vestingIds)
        external
        view
        returns (VestingDetails[] memory);

    /// @notice The values of `getVestingDetails`, without the offset of a struct.
    function vestingSchedules(uint256 vestingId)
        external
        view
        returns (
            address creator,
            address beneficiary,
            address token,
            address ecosystem,
            uint256 totalAmount,
            uint256 claimedAmount,
            uint256 startTime,
            uint256 durationInDays,
            uint256 unlockTime,
            bool isGradual,
            uint256 activeLoanId,
            string memory memo,
            uint8 timeUnit
        );

    /// @notice What is vested now, claimed or not.
    function getVestedAmount(uint256 vestingId) external view returns (uint256);

    /// @notice What `claimTokens` would pay now; 0 while there is a loan.
    function getClaimableAmount(uint256 vestingId) external view returns (uint256);

    /// @notice Hub id of the loan on a schedule, 0 for none.
    function getActiveLoan(uint256 vestingId) external view returns (uint256);

    /// @notice Ids of all schedules of a beneficiary, in no order. Anybody can add to this list; the function with indexes
    /// reads it in parts.
    function getVestingsByBeneficiary(address beneficiary) external view returns (uint256[] memory);

    /// @notice Ids of all schedules of a creator, in no order.
    function getVestingsByCreator(address creator) external view returns (uint256[] memory);

    /// @notice Part of a beneficiary's list: from `startIndex` to `endIndex`, exclusive. Indexes beyond the list are cut off.
    function getBeneficiaryVestingIds(address beneficiary, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory);

    /// @notice Part of a creator's list, as `getBeneficiaryVestingIds`.
    function getCreatorVestingIds(address creator, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory);

    /// @notice Part of the list of a token's schedules, oldest first, as `getBeneficiaryVestingIds`.
    function getTokenVestingIds(address token, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory);

    /// @notice Number of schedules, and the last id.
    function vestingCount() external view returns (uint256);

    /// @notice Number of a token's schedules.
    function tokenVestingCount(address token) external view returns (uint256);

    /// @notice Number of a beneficiary's schedules.
    function beneficiaryCount(address beneficiary) external view returns (uint256);

    /// @notice Number of a creator's schedules.
    function creatorCount(address creator) external view returns (uint256);

    /// @notice The contracts behind an ecosystem: TIDE, the factory and USDB; zeros for an unknown one.
    function ecosystems(address ecosystem)
        external
        view
        returns (address maintoken, address factory, address mainpair);

    /// @notice The loan hub, zero before it is set.
    function LOAN() external view returns (address);

    /// @notice Days that a loan lasts beyond the end of its schedule.
    function loanBuffer() external view returns (uint256);

    /// @notice Whether a wallet is exempt from the fee.
    function feeWhitelist(address wallet) external view returns (bool);

    /// @notice Fee of a creation, in wei of the native coin.
    function feeAmount() external view returns (uint256);

    /// @notice Whether the fee is due.
    function feeEnabled() external view returns (bool);
}
