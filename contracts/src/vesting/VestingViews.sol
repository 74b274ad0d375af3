// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {IVesting} from "./IVesting.sol";
import {VestingStore} from "./VestingStore.sol";

/// @dev Reads that are more than the getter of a state variable.
abstract contract VestingViews is VestingStore {
    using EnumerableSet for EnumerableSet.UintSet;

    /// @inheritdoc IVesting
    function getVestingDetails(uint256 vestingId) external view returns (VestingDetails memory) {
        return _details(vestingId);
    }

    /// @inheritdoc IVesting
    function getVestingDetailsBatch(uint256[] calldata vestingIds)
        external
        view
        returns (VestingDetails[] memory details)
    {
        details = new VestingDetails[](vestingIds.length);
        for (uint256 i; i < vestingIds.length; ++i) {
            details[i] = _details(vestingIds[i]);
        }
    }

    /// @inheritdoc IVesting
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
        )
    {
        VestingDetails memory d = _details(vestingId);
        (creator, beneficiary, token, ecosystem) = (d.creator, d.beneficiary, d.token, d.ecosystem);
        (totalAmount, claimedAmount) = (d.totalAmount, d.claimedAmount);
        (startTime, durationInDays, unlockTime) = (d.startTime, d.durationInDays, d.unlockTime);
        (isGradual, activeLoanId, memo, timeUnit) = (d.isGradual, d.activeLoanId, d.memo, d.timeUnit);
    }

    /// @inheritdoc IVesting
    function getVestedAmount(uint256 vestingId) external view returns (uint256) {
        return _vested(_requireSchedule(vestingId));
    }

    /// @inheritdoc IVesting
    function getClaimableAmount(uint256 vestingId) external view returns (uint256) {
        return _claimable(_requireSchedule(vestingId));
    }

    /// @inheritdoc IVesting
    function getActiveLoan(uint256 vestingId) external view returns (uint256) {
        return _requireSchedule(vestingId).loanId;
    }

    /// @inheritdoc IVesting
    function getVestingsByBeneficiary(address beneficiary) external view returns (uint256[] memory) {
        return _ofBeneficiary[beneficiary].values();
    }

    /// @inheritdoc IVesting
    function getVestingsByCreator(address creator) external view returns (uint256[] memory) {
        return _ofCreator[creator].values();
    }

    /// @inheritdoc IVesting
    function getBeneficiaryVestingIds(address beneficiary, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory)
    {
        return _ofBeneficiary[beneficiary].values(startIndex, endIndex);
    }

    /// @inheritdoc IVesting
    function getCreatorVestingIds(address creator, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory)
    {
        return _ofCreator[creator].values(startIndex, endIndex);
    }

    /// @inheritdoc IVesting
    function getTokenVestingIds(address token, uint256 startIndex, uint256 endIndex)
        external
        view
        returns (uint256[] memory ids)
    {
        uint256[] storage all = _ofToken[token];
        endIndex = Math.min(endIndex, all.length);
        startIndex = Math.min(startIndex, endIndex);
        ids = new uint256[](endIndex - startIndex);
        for (uint256 i; i < ids.length; ++i) {
            ids[i] = all[startIndex + i];
        }
    }

    /// @inheritdoc IVesting
    function tokenVestingCount(address token) external view returns (uint256) {
        return _ofToken[token].length;
    }

    /// @inheritdoc IVesting
    function beneficiaryCount(address beneficiary) external view returns (uint256) {
        return _ofBeneficiary[beneficiary].length();
    }

    /// @inheritdoc IVesting
    function creatorCount(address creator) external view returns (uint256) {
        return _ofCreator[creator].length();
    }

    /// @inheritdoc IVesting
    function ecosystems(address ecosystem)
        external
        view
        returns (address maintoken, address factory, address mainpair)
    {
        if (ecosystem != MAIN) return (address(0), address(0), address(0));
        return (MAIN, address(FACTORY), address(USDB));
    }

    function _details(uint256 vestingId) private view returns (VestingDetails memory) {
        Schedule storage schedule = _requireSchedule(vestingId);
        uint256 duration = schedule.isGradual ? schedule.endTime - schedule.startTime : 0;
        return VestingDetails({
            creator: schedule.creator,
            beneficiary: schedule.beneficiary,
            token: schedule.token,
            ecosystem: MAIN,
            totalAmount: schedule.totalAmount,
            claimedAmount: schedule.claimedAmount,
            startTime: schedule.startTime,
            durationInDays: Math.ceilDiv(duration, 1 days),
            unlockTime: schedule.endTime,
            isGradual: schedule.isGradual,
            activeLoanId: schedule.loanId,
            memo: schedule.memo,
            timeUnit: schedule.timeUnit
        });
    }
}
