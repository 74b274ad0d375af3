// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {VestingFixture} from "../helpers/VestingFixture.sol";

/// @dev A creator that refuses the native coin, unless it is told to accept, and can call back.
contract Payer {
    bool private immutable _accepts;
    address private _target;
    bytes private _call;

    constructor(bool accepts) {
        _accepts = accepts;
    }

    function send(address target, uint256 value, bytes calldata call) external returns (bool ok, bytes memory answer) {
        (ok, answer) = target.call{value: value}(call);
    }

    function callBack(address target, bytes calldata call) external {
        (_target, _call) = (target, call);
    }

    receive() external payable {
        require(_accepts);
        if (_target != address(0)) {
            (bool ok,) = _target.call(_call);
            require(ok);
        }
    }
}

/// @dev Terms of new schedules, batches, the fee and the lists.
contract VestingCreationTest is VestingFixture {
    function test_detailsAreAStructAndFlat() public {
        uint256 start = vm.getBlockTimestamp() + 5;
        vm.prank(DEV);
        uint256 id = vesting.createGradualVesting(
            BENEFICIARY, address(reef), 7e18, start, 990, 3, "Team, part 1", address(main)
        );
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        (bool ok, bytes memory flat) = address(vesting).call(abi.encodeCall(vesting.vestingSchedules, (id)));
        vm.assertTrue(ok);
        // A struct with a string has an offset in front; the flat values have none.
        vm.assertEq(keccak256(abi.encode(details)) == keccak256(abi.encodePacked(uint256(32), flat)), true);
        vm.assertEq(details.creator, DEV);
        vm.assertEq(details.beneficiary, BENEFICIARY);
        vm.assertEq(details.token, address(reef));
        vm.assertEq(details.ecosystem, address(main));
        vm.assertEq(details.totalAmount, 7e18);
        vm.assertEq(details.claimedAmount, 0);
        vm.assertEq(details.startTime, start);
        vm.assertEq(details.durationInDays, 990);
        vm.assertEq(details.unlockTime, start + 990 days);
        vm.assertTrue(details.isGradual);
        vm.assertEq(details.activeLoanId, 0);
        vm.assertEq(details.memo, "Team, part 1");
        vm.assertEq(uint256(details.timeUnit), 3);

        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (cliff(9e18, 1 hours), id);
        IVesting.VestingDetails[] memory both = vesting.getVestingDetailsBatch(ids);
        vm.assertEq(both[1].memo, "Team, part 1");
        vm.assertFalse(both[0].isGradual);
        vm.assertEq(both[0].totalAmount, 9e18);
        vm.assertEq(both[0].startTime, vm.getBlockTimestamp());
        vm.assertEq(both[0].durationInDays, 0);
        vm.assertEq(both[0].unlockTime, vm.getBlockTimestamp() + 1 hours);
    }

    function test_viewsRefuseUnknownIds() public {
        gradual(1e18, 1);
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (1, 2);
        bytes[6] memory calls = [
            abi.encodeCall(vesting.getVestingDetails, (2)),
            abi.encodeCall(vesting.getVestingDetailsBatch, (ids)),
            abi.encodeCall(vesting.vestingSchedules, (2)),
            abi.encodeCall(vesting.getVestedAmount, (2)),
            abi.encodeCall(vesting.getClaimableAmount, (2)),
            abi.encodeCall(vesting.getActiveLoan, (2))
        ];
        for (uint256 i; i < calls.length; ++i) {
            (bool ok, bytes memory reason) = address(vesting).call(calls[i]);
            vm.assertFalse(ok);
            vm.assertTrue(
                keccak256(reason) == keccak256(abi.encodeWithSelector(IVesting.VestingNotFound.selector, 2))
            );
        }
    }

    function test_refusedGradualTerms() public {
        uint256 now_ = vm.getBlockTimestamp();
        _refuseGradual(now_ - 1, 10, 0, IVesting.InvalidStartTime.selector);
        _refuseGradual(0, 10, 0, IVesting.InvalidStartTime.selector);
        _refuseGradual(now_ + 990 days + 1, 10, 0, IVesting.InvalidStartTime.selector);
        // Milliseconds instead of seconds.
        _refuseGradual(now_ * 1000, 10, 0, IVesting.InvalidStartTime.selector);
        _refuseGradual(type(uint256).max, 10, 0, IVesting.InvalidStartTime.selector);
        _refuseGradual(now_, 0, 0, IVesting.InvalidDuration.selector);
        _refuseGradual(now_, 991, 0, IVesting.InvalidDuration.selector);
        _refuseGradual(now_, type(uint256).max, 0, IVesting.InvalidDuration.selector);
        _refuseGradual(now_, 10, 4, IVesting.InvalidTimeUnit.selector);
        _refuseGradual(now_, 10, 255, IVesting.InvalidTimeUnit.selector);
        gradual(1e18, 1);
        gradual(1e18, 990);
        vm.prank(DEV);
        vesting.createGradualVesting(
            BENEFICIARY, address(reef), 1e18, now_ + 990 days, 990, 0, "", address(main)
        );
        vm.assertEq(vesting.vestingCount(), 3);
    }

    function test_refusedUnlockTimes() public {
        uint256 now_ = vm.getBlockTimestamp();
        uint256[6] memory times =
            [uint256(0), now_, now_ + 3_599, now_ + 85_536_001, now_ * 1000, type(uint256).max];
        for (uint256 i; i < times.length; ++i) {
            vm.expectRevert(IVesting.InvalidUnlockTime.selector);
            vm.prank(DEV);
            vesting.createCliffVesting(BENEFICIARY, address(reef), 1e18, times[i], "", address(main));
        }
        cliff(1e18, 3_600);
        cliff(1e18, 85_536_000);
    }

    function test_refusedTokensWalletsAndAmounts() public {
        _refuseCliff(BENEFICIARY, address(usdb), 1e18, "", _unknownToken(address(usdb)));
        _refuseCliff(BENEFICIARY, address(this), 1e18, "", _unknownToken(address(this)));
        _refuseCliff(BENEFICIARY, address(0), 1e18, "", _unknownToken(address(0)));
        _refuseCliff(address(0), address(reef), 1e18, "", _plain(IVesting.ZeroAddress.selector));
        bytes memory invalid = _plain(IVesting.InvalidBeneficiary.selector);
        _refuseCliff(address(vesting), address(reef), 1e18, "", invalid);
        _refuseCliff(address(reef), address(reef), 1e18, "", invalid);
        _refuseCliff(BENEFICIARY, address(reef), 0, "", _plain(IVesting.ZeroAmount.selector));
        bytes memory tooLarge = _plain(IVesting.AmountTooLarge.selector);
        _refuseCliff(BENEFICIARY, address(reef), uint256(type(uint128).max) + 1, "", tooLarge);
        string memory memo = string(new bytes(513));
        _refuseCliff(BENEFICIARY, address(reef), 1e18, memo, _plain(IVesting.MemoTooLong.selector));
        vm.expectRevert(abi.encodeWithSelector(IVesting.UnknownEcosystem.selector, address(reef)));
        vm.prank(DEV);
        vesting.createCliffVesting(
            BENEFICIARY, address(reef), 1e18, vm.getBlockTimestamp() + 1 days, "", address(reef)
        );
        // More than the creator has, and without approval.
        uint256 tooMuch = reef.balanceOf(DEV) + 1;
        vm.expectRevert();
        cliff(tooMuch, 1 days);
        vm.expectRevert();
        vm.prank(ALICE);
        vesting.createCliffVesting(
            BENEFICIARY, address(reef), 1e18, vm.getBlockTimestamp() + 1 days, "", address(main)
        );
        vm.assertEq(vesting.vestingCount(), 0);
    }

    function test_batches() public {
        (address[] memory wallets, uint256[] memory amounts, string[] memory memos) = _batch(3);
        uint256 held = reef.balanceOf(DEV);
        vm.prank(DEV);
        uint256[] memory ids = vesting.batchCreateGradualVesting(
            wallets, address(reef), amounts, memos, vm.getBlockTimestamp(), 10, 3, address(main)
        );
        vm.assertEq(held - reef.balanceOf(DEV), 6e18);
        vm.prank(DEV);
        uint256[] memory cliffs = vesting.batchCreateCliffVesting(
            wallets, address(reef), amounts, vm.getBlockTimestamp() + 10 days, memos, address(main)
        );
        vm.assertEq(reef.balanceOf(address(vesting)), 12e18);
        skip(5 days);
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(ids[i], i + 1);
            vm.assertEq(cliffs[i], i + 4);
            vm.assertEq(vesting.getVestedAmount(ids[i]), (i + 1) * 0.5e18);
            vm.assertEq(vesting.getVestedAmount(cliffs[i]), 0);
            vm.assertEq(vesting.getVestingDetails(ids[i]).memo, memos[i]);
            vm.assertEq(vesting.getVestingDetails(cliffs[i]).beneficiary, wallets[i]);
        }
    }

    function test_refusedBatches() public {
        (address[] memory wallets, uint256[] memory amounts, string[] memory memos) = _batch(50);
        _cliffs(wallets, amounts, memos);
        vm.assertEq(vesting.vestingCount(), 50);
        (wallets, amounts, memos) = _batch(51);
        vm.expectRevert(IVesting.InvalidBatchSize.selector);
        _cliffs(wallets, amounts, memos);
        (wallets, amounts, memos) = _batch(0);
        vm.expectRevert(IVesting.InvalidBatchSize.selector);
        _cliffs(wallets, amounts, memos);
        (wallets, amounts, memos) = _batch(3);
        (address[] memory wallets2, uint256[] memory amounts2, string[] memory memos2) = _batch(2);
        vm.expectRevert(IVesting.LengthMismatch.selector);
        _cliffs(wallets2, amounts, memos);
        vm.expectRevert(IVesting.LengthMismatch.selector);
        _cliffs(wallets, amounts2, memos);
        vm.expectRevert(IVesting.LengthMismatch.selector);
        _cliffs(wallets, amounts, memos2);
        // One bad line refuses all.
        wallets[2] = address(0);
        vm.expectRevert(IVesting.ZeroAddress.selector);
        _cliffs(wallets, amounts, memos);
        wallets[2] = ALICE;
        amounts[1] = type(uint256).max;
        vm.expectRevert(IVesting.AmountTooLarge.selector);
        _cliffs(wallets, amounts, memos);
        vm.assertEq(vesting.vestingCount(), 50);
    }

    function test_aFeeIsDueOnceForEachCall() public {
        _setFee(0.01 ether, true);
        vm.deal(DEV, 1 ether);
        vm.expectRevert(abi.encodeWithSelector(IVesting.FeeTooLow.selector, 0.01 ether));
        gradual(1e18, 1);
        bytes memory call = _cliffCall(1e18);
        vm.prank(DEV);
        (bool ok,) = address(vesting).call{value: 0.0099 ether}(call);
        vm.assertFalse(ok);
        // What is above the fee comes back.
        vm.prank(DEV);
        (ok,) = address(vesting).call{value: 0.3 ether}(call);
        vm.assertTrue(ok);
        vm.assertEq(DEV.balance, 0.99 ether);
        (address[] memory wallets, uint256[] memory amounts, string[] memory memos) = _batch(50);
        vm.prank(DEV);
        vesting.batchCreateCliffVesting{value: 0.01 ether}(
            wallets, address(reef), amounts, vm.getBlockTimestamp() + 1 days, memos, address(main)
        );
        vm.assertEq(address(vesting).balance, 0.02 ether);

        vm.expectEmit(address(vesting));
        emit IVesting.FeeWhitelistChanged(DEV, true);
        vm.prank(OPERATOR);
        vesting.setFeeWhitelist(DEV, true);
        vm.assertTrue(vesting.feeWhitelist(DEV));
        gradual(1e18, 1);
        _setFee(0.01 ether, false);
        vm.prank(OPERATOR);
        vesting.setFeeWhitelist(DEV, false);
        vm.prank(DEV);
        (ok,) = address(vesting).call{value: 0.5 ether}(call);
        vm.assertTrue(ok);
        vm.assertEq(DEV.balance, 0.98 ether);
        vm.prank(OPERATOR);
        vesting.withdrawFees(payable(ALICE));
        vm.assertEq(ALICE.balance, 0.02 ether);
        vm.assertEq(address(vesting).balance, 0);
    }

    function test_aRefusedSurplusUndoesTheCreation() public {
        Payer payer = _payer(false);
        (bool ok, bytes memory reason) = payer.send(address(vesting), 1, _cliffCall(1e18));
        vm.assertFalse(ok);
        vm.assertTrue(bytes4(reason) == IVesting.RefundFailed.selector);
        vm.assertEq(vesting.vestingCount(), 0);
        vm.assertEq(reef.balanceOf(address(payer)), 10e18);
        (ok,) = payer.send(address(vesting), 0, _cliffCall(1e18));
        vm.assertTrue(ok);
    }

    /// The receiver of a surplus runs code: it cannot create again, nor have the fees paid out in between.
    function test_aSurplusCannotBeUsedToReenter() public {
        Payer payer = _payer(true);
        payer.callBack(address(vesting), _cliffCall(1e18));
        (bool ok,) = payer.send(address(vesting), 1, _cliffCall(1e18));
        vm.assertFalse(ok);
        vm.prank(OPERATOR);
        Ownable2Step(address(vesting)).transferOwnership(address(payer));
        payer.callBack(address(0), "");
        (ok,) = payer.send(address(vesting), 0, abi.encodeCall(Ownable2Step.acceptOwnership, ()));
        vm.assertTrue(ok);
        payer.callBack(address(vesting), abi.encodeCall(vesting.withdrawFees, (payable(address(payer)))));
        (ok,) = payer.send(address(vesting), 1, _cliffCall(1e18));
        vm.assertFalse(ok);
        payer.callBack(address(0), "");
        (ok,) = payer.send(address(vesting), 1, _cliffCall(1e18));
        vm.assertTrue(ok);
    }

    function test_settingsOfTheOperator() public {
        bytes[4] memory calls = [
            abi.encodeCall(vesting.setFee, (1, true)),
            abi.encodeCall(vesting.setFeeWhitelist, (ALICE, true)),
            abi.encodeCall(vesting.setLoanHub, (ALICE)),
            abi.encodeCall(vesting.withdrawFees, (payable(ALICE)))
        ];
        for (uint256 i; i < calls.length; ++i) {
            vm.prank(ALICE);
            (bool ok, bytes memory reason) = address(vesting).call(calls[i]);
            vm.assertFalse(ok);
            vm.assertTrue(bytes4(reason) == Ownable.OwnableUnauthorizedAccount.selector);
        }
        _setFee(5, true);
        vm.assertEq(vesting.feeAmount(), 5);
        vm.assertTrue(vesting.feeEnabled());
        vm.startPrank(OPERATOR);
        vm.expectRevert(IVesting.ZeroAddress.selector);
        vesting.withdrawFees(payable(address(0)));
        vm.deal(address(vesting), 1);
        vm.expectRevert(IVesting.FeeTransferFailed.selector);
        vesting.withdrawFees(payable(address(this)));
        vm.stopPrank();
    }

    function test_ecosystems() public view {
        (address maintoken, address factory_, address mainpair) = vesting.ecosystems(address(main));
        vm.assertEq(maintoken, address(main));
        vm.assertEq(factory_, address(factory));
        vm.assertEq(mainpair, address(usdb));
        (maintoken, factory_, mainpair) = vesting.ecosystems(address(reef));
        vm.assertTrue(maintoken == address(0) && factory_ == address(0) && mainpair == address(0));
    }

    /// Anybody can give anybody dust. The lists stay readable in parts.
    function test_longListsAreReadInParts() public {
        (address[] memory wallets, uint256[] memory amounts, string[] memory memos) = _batch(50);
        for (uint256 i; i < 50; ++i) {
            (wallets[i], amounts[i]) = (BENEFICIARY, 1);
        }
        for (uint256 i; i < 4; ++i) {
            _cliffs(wallets, amounts, memos);
        }
        uint256 own = cliff(100e18, 1 days);
        vm.assertEq(vesting.beneficiaryCount(BENEFICIARY), 201);
        vm.assertEq(vesting.creatorCount(DEV), 201);
        vm.assertEq(vesting.tokenVestingCount(address(reef)), 201);
        vm.assertEq(vesting.getVestingsByBeneficiary(BENEFICIARY).length, 201);
        vm.assertEq(vesting.getVestingsByCreator(DEV).length, 201);
        uint256[] memory ids = vesting.getBeneficiaryVestingIds(BENEFICIARY, 199, 1_000);
        vm.assertEq(ids.length, 2);
        vm.assertEq(ids[1], own);
        ids = vesting.getCreatorVestingIds(DEV, 0, 2);
        vm.assertTrue(ids.length == 2 && ids[0] == 1 && ids[1] == 2);
        ids = vesting.getTokenVestingIds(address(reef), 100, 103);
        vm.assertTrue(ids.length == 3 && ids[0] == 101 && ids[2] == 103);
        vm.assertEq(vesting.getTokenVestingIds(address(reef), 200, 201)[0], own);
        vm.assertEq(vesting.getTokenVestingIds(address(reef), 201, 300).length, 0);
        vm.assertEq(vesting.getTokenVestingIds(address(reef), 5, 5).length, 0);
        vm.assertEq(vesting.getTokenVestingIds(address(reef), 5, 4).length, 0);
        vm.assertEq(vesting.getTokenVestingIds(address(main), 0, 10).length, 0);
        vm.assertEq(vesting.getBeneficiaryVestingIds(ALICE, 0, type(uint256).max).length, 0);
        // The claim of one's own schedule does not depend on the list.
        skip(1 days);
        vm.assertEq(claim(own), 100e18);
    }

    function _refuseGradual(uint256 start, uint256 duration, uint8 unit, bytes4 reason) private {
        vm.expectRevert(reason);
        vm.prank(DEV);
        vesting.createGradualVesting(
            BENEFICIARY, address(reef), 1e18, start, duration, unit, "", address(main)
        );
    }

    function _refuseCliff(address wallet, address token, uint256 amount, string memory memo, bytes memory reason)
        private
    {
        vm.expectRevert(reason);
        vm.prank(DEV);
        vesting.createCliffVesting(wallet, token, amount, vm.getBlockTimestamp() + 1 days, memo, address(main));
    }

    function _plain(bytes4 selector) private pure returns (bytes memory) {
        return abi.encodePacked(selector);
    }

    function _unknownToken(address token) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IVesting.UnknownToken.selector, token);
    }

    function _batch(uint256 count)
        private
        pure
        returns (address[] memory wallets, uint256[] memory amounts, string[] memory memos)
    {
        (wallets, amounts, memos) = (new address[](count), new uint256[](count), new string[](count));
        for (uint256 i; i < count; ++i) {
            (wallets[i], amounts[i]) = (address(uint160(0x1000 + i)), (i + 1) * 1e18);
            memos[i] = i == 1 ? "second" : "";
        }
    }

    function _cliffs(address[] memory wallets, uint256[] memory amounts, string[] memory memos) private {
        vm.prank(DEV);
        vesting.batchCreateCliffVesting(
            wallets, address(reef), amounts, vm.getBlockTimestamp() + 1 days, memos, address(main)
        );
    }

    function _cliffCall(uint256 amount) private view returns (bytes memory) {
        return abi.encodeCall(
            vesting.createCliffVesting,
            (BENEFICIARY, address(reef), amount, vm.getBlockTimestamp() + 1 days, "", address(main))
        );
    }

    function _setFee(uint256 fee, bool isEnabled) private {
        vm.expectEmit(address(vesting));
        emit IVesting.FeeChanged(fee, isEnabled);
        vm.prank(OPERATOR);
        vesting.setFee(fee, isEnabled);
    }

    function _payer(bool accepts) private returns (Payer payer) {
        payer = new Payer(accepts);
        vm.prank(DEV);
        reef.transfer(address(payer), 10e18);
        allow(address(payer), address(reef));
        vm.deal(address(payer), 1 ether);
    }
}
