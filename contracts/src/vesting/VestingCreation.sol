// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {IFactoryToken} from "../tokens/IFactoryToken.sol";
import {IVesting} from "./IVesting.sol";
import {VestingStore} from "./VestingStore.sol";

/// @dev New schedules: of a creator, one or many, and of purchases that are vested.
abstract contract VestingCreation is VestingStore {
    using SafeERC20 for IERC20;
    using EnumerableSet for EnumerableSet.UintSet;

    uint256 private constant MIN_CLIFF = 1 hours;
    uint256 private constant MAX_BATCH = 50;
    uint256 private constant MAX_MEMO_BYTES = 512;

    /// @dev What the schedules of a batch have in common.
    struct Terms {
        address creator;
        address token;
        uint256 startTime;
        uint256 endTime;
        uint8 timeUnit;
        bool isGradual;
        bool isAuto;
    }

    /// @dev One fee for each call. The surplus is returned at the end, after all state.
    modifier withFee() {
        uint256 fee = feeEnabled && !feeWhitelist[msg.sender] ? feeAmount : 0;
        if (msg.value < fee) revert FeeTooLow(fee);
        _;
        if (msg.value > fee) {
            (bool sent,) = msg.sender.call{value: msg.value - fee}("");
            if (!sent) revert RefundFailed();
        }
    }

    /// @inheritdoc IVesting
    function createGradualVesting(
        address beneficiary,
        address token,
        uint256 totalAmount,
        uint256 startTime,
        uint256 durationInDays,
        uint8 timeUnit,
        string calldata memo,
        address ecosystem
    ) external payable nonReentrant withFee returns (uint256) {
        Terms memory terms = _gradual(token, ecosystem, startTime, durationInDays, timeUnit);
        return _createOne(terms, beneficiary, totalAmount, memo);
    }

    /// @inheritdoc IVesting
    function createCliffVesting(
        address beneficiary,
        address token,
        uint256 totalAmount,
        uint256 unlockTime,
        string calldata memo,
        address ecosystem
    ) external payable nonReentrant withFee returns (uint256) {
        return _createOne(_cliff(token, ecosystem, unlockTime), beneficiary, totalAmount, memo);
    }

    /// @inheritdoc IVesting
    function batchCreateGradualVesting(
        address[] calldata beneficiaries,
        address token,
        uint256[] calldata totalAmounts,
        string[] calldata userMemos,
        uint256 startTime,
        uint256 durationInDays,
        uint8 timeUnit,
        address ecosystem
    ) external payable nonReentrant withFee returns (uint256[] memory) {
        Terms memory terms = _gradual(token, ecosystem, startTime, durationInDays, timeUnit);
        return _createMany(terms, beneficiaries, totalAmounts, userMemos);
    }

    /// @inheritdoc IVesting
    function batchCreateCliffVesting(
        address[] calldata beneficiaries,
        address token,
        uint256[] calldata totalAmounts,
        uint256 unlockTime,
        string[] calldata userMemos,
        address ecosystem
    ) external payable nonReentrant withFee returns (uint256[] memory) {
        Terms memory terms = _cliff(token, ecosystem, unlockTime);
        return _createMany(terms, beneficiaries, totalAmounts, userMemos);
    }

    /// @inheritdoc IVesting
    function recordAutoVest(address buyer, uint256 amount) external returns (uint256) {
        // A listed token is code of the platform, which mints to this contract before the call.
        IFactoryToken token = IFactoryToken(msg.sender);
        if (!FACTORY.isEcosystemToken(msg.sender) || !token.autoVest()) revert OnlyAutoVestToken();
        Terms memory terms = Terms({
            creator: msg.sender,
            token: msg.sender,
            startTime: block.timestamp,
            endTime: block.timestamp + token.autoVestDuration(),
            timeUnit: 0,
            isGradual: token.gradualAutoVesting(),
            isAuto: true
        });
        return _create(terms, buyer, amount, "");
    }

    function _gradual(
        address token,
        address ecosystem,
        uint256 startTime,
        uint256 durationInDays,
        uint8 timeUnit
    ) private view returns (Terms memory) {
        if (startTime < block.timestamp || startTime > block.timestamp + MAX_DURATION) {
            revert InvalidStartTime();
        }
        if (durationInDays == 0 || durationInDays > MAX_DURATION / 1 days) revert InvalidDuration();
        if (timeUnit > DAYS) revert InvalidTimeUnit();
        return _terms(token, ecosystem, startTime, startTime + durationInDays * 1 days, timeUnit, true);
    }

    function _cliff(address token, address ecosystem, uint256 unlockTime)
        private
        view
        returns (Terms memory)
    {
        bool isAhead =
            unlockTime >= block.timestamp + MIN_CLIFF && unlockTime <= block.timestamp + MAX_DURATION;
        if (!isAhead) revert InvalidUnlockTime();
        return _terms(token, ecosystem, block.timestamp, unlockTime, 0, false);
    }

    function _terms(
        address token,
        address ecosystem,
        uint256 startTime,
        uint256 endTime,
        uint8 timeUnit,
        bool isGradual
    ) private view returns (Terms memory) {
        if (ecosystem != MAIN) revert UnknownEcosystem(ecosystem);
        if (token != MAIN && !FACTORY.isEcosystemToken(token)) revert UnknownToken(token);
        return Terms(msg.sender, token, startTime, endTime, timeUnit, isGradual, false);
    }

    function _createOne(Terms memory terms, address beneficiary, uint256 amount, string calldata memo)
        private
        returns (uint256 vestingId)
    {
        vestingId = _create(terms, beneficiary, amount, memo);
        IERC20(terms.token).safeTransferFrom(msg.sender, address(this), amount);
    }

    function _createMany(
        Terms memory terms,
        address[] calldata beneficiaries,
        uint256[] calldata amounts,
        string[] calldata memos
    ) private returns (uint256[] memory vestingIds) {
        uint256 count = beneficiaries.length;
        if (count == 0 || count > MAX_BATCH) revert InvalidBatchSize();
        if (amounts.length != count || memos.length != count) revert LengthMismatch();
        vestingIds = new uint256[](count);
        uint256 sum;
        for (uint256 i; i < count; ++i) {
            vestingIds[i] = _create(terms, beneficiaries[i], amounts[i], memos[i]);
            sum += amounts[i];
        }
        IERC20(terms.token).safeTransferFrom(msg.sender, address(this), sum);
    }

    function _create(Terms memory terms, address beneficiary, uint256 amount, string memory memo)
        private
        returns (uint256 vestingId)
    {
        _checkBeneficiary(beneficiary, terms.token);
        if (amount == 0) revert ZeroAmount();
        if (bytes(memo).length > MAX_MEMO_BYTES) revert MemoTooLong();
        vestingId = ++vestingCount;
        Schedule storage schedule = _schedules[vestingId];
        schedule.creator = terms.creator;
        schedule.startTime = SafeCast.toUint40(terms.startTime);
        schedule.endTime = SafeCast.toUint40(terms.endTime);
        schedule.timeUnit = terms.timeUnit;
        schedule.isGradual = terms.isGradual;
        schedule.beneficiary = beneficiary;
        schedule.isAuto = terms.isAuto;
        schedule.token = terms.token;
        schedule.totalAmount = _toUint128(amount);
        if (bytes(memo).length > 0) schedule.memo = memo;
        _ofBeneficiary[beneficiary].add(vestingId);
        _ofCreator[terms.creator].add(vestingId);
        _ofToken[terms.token].push(vestingId);
        emit VestingCreated(vestingId, terms.creator, beneficiary, terms.token, amount);
    }
}
